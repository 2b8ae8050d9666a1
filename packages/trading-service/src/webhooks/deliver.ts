import { eventHeaders } from "@domains/contract/events.ts";
import { limits } from "@domains/contract/limits.ts";
import { sign } from "@domains/contract/signature.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type Resealed, reencryptRows, type Vault } from "@domains/kit/vault.ts";
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { Agent, request } from "undici";
import { accounts } from "../schema.ts";
import { lookupFor, type Resolve, reachOf, type Targets, targetProblem } from "./guard.ts";

/** The signature covers `at`, the time of the attempt, and the body. */
interface WebhookDelivery {
	url: string;
	secret: string;
	type: string;
	id: string;
	body: string;
	at: Date;
}

/**
 * `statusCode` is 0 if there was no answer. `error` is null on success, and otherwise `dns`, `refused`, `tls`,
 * `timeout` or the status code as text.
 */
export interface Attempt {
	statusCode: number;
	error: string | null;
}

export type Deliverer = ReturnType<typeof createDeliverer>;

interface Options extends Targets {
	resolve?: Resolve;
	timeout?: (ms: number) => AbortSignal;
}

/**
 * Sends only to public addresses and to the targets that the operator allows. Follows no redirects, and reads at most
 * 16 KiB of the answer. Source: docs/service.md, "Delivery".
 */
export function createDeliverer({ resolve, timeout = AbortSignal.timeout, ...targets }: Options) {
	// One connection pool per `Reach`, so a connection is never reused for a target with fewer allowed addresses.
	const agents = {
		any: new Agent({ connect: { lookup: lookupFor("any", resolve) } }),
		not_ours: new Agent({ connect: { lookup: lookupFor("not_ours", resolve) } }),
		public: new Agent({ connect: { lookup: lookupFor("public", resolve) } }),
	};
	return {
		/** Never throws for a failure of the receiver. Ends after 10 s or when `signal` aborts. */
		async deliver(delivery: WebhookDelivery, signal?: AbortSignal): Promise<Attempt> {
			if (targetProblem(delivery.url, targets)) return { statusCode: 0, error: "refused" };
			const dispatcher = agents[reachOf(delivery.url, targets)];
			const end = AbortSignal.any([timeout(limits.webhook.attemptSeconds * 1000), ...(signal ? [signal] : [])]);
			try {
				const answer = await request(delivery.url, { ...message(delivery), dispatcher, signal: end });
				// The body is drained so that the connection can be reused.
				await answer.body.dump({ limit: limits.webhook.answerBytes, signal: end }).catch(() => {});
				const delivered = answer.statusCode >= 200 && answer.statusCode < 300;
				return { statusCode: answer.statusCode, error: delivered ? null : String(answer.statusCode) };
			} catch (error) {
				return { statusCode: 0, error: end.aborted ? "timeout" : causeOf(error) };
			}
		},
		async close(): Promise<void> {
			await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
		},
	};
}

function message({ secret, type, id, body, at }: WebhookDelivery) {
	const bytes = Buffer.from(body);
	const timestamp = String(Math.floor(at.getTime() / 1000));
	return {
		method: "POST" as const,
		body: bytes,
		headers: {
			"content-type": "application/json",
			"user-agent": "domain-trading-service/1.3.0",
			[eventHeaders.type]: type,
			[eventHeaders.id]: id,
			[eventHeaders.timestamp]: timestamp,
			[eventHeaders.signature]: sign(secret, timestamp, bytes),
		},
	};
}

function causeOf(error: unknown): string {
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
	if (/^(?:ENOTFOUND|ENODATA|EAI_)/.test(code)) return "dns";
	if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
	if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return "tls";
	return "refused";
}

interface SecretRow {
	id: number;
	webhookSecret: string | null;
	webhookNextSecret: string | null;
	/** The database's clock decides. */
	nextIsDue: boolean;
}

function place(accountId: number) {
	return { table: "service.accounts", row: accountId, owner: accountId, purpose: "webhook secret" };
}

export function sealSecret(vault: Vault, accountId: number, secret: string): string {
	return vault.seal(secret, place(accountId));
}

/** The next secret if that is due, otherwise the current one. */
export function signingSecret(vault: Vault, row: SecretRow): string | undefined {
	const sealed = row.nextIsDue ? (row.webhookNextSecret ?? row.webhookSecret) : row.webhookSecret;
	return sealed === null ? undefined : vault.open(sealed, place(row.id));
}

/** A secret that its owner replaces at the same time stays unchanged. */
export async function resealSecrets(db: Db, vault: Vault): Promise<Resealed> {
	const { webhookSecret: current, webhookNextSecret: next } = accounts;
	const rows = await db
		.select({ id: accounts.id, current, next })
		.from(accounts)
		.where(or(isNotNull(current), isNotNull(next)));
	return await reencryptRows(
		vault,
		rows,
		(row) => [row.current, row.next],
		(row) => {
			const again = (sealed: string | null): string | null =>
				sealed === null ? null : sealSecret(vault, row.id, vault.open(sealed, place(row.id)));
			return db
				.update(accounts)
				.set({ webhookSecret: again(row.current), webhookNextSecret: again(row.next) })
				.where(
					and(
						eq(accounts.id, row.id),
						sql`${current} is not distinct from ${row.current} and ${next} is not distinct from ${row.next}`,
					),
				);
		},
	);
}

/** Includes the database's time. */
export async function findWebhook(db: Db | Tx, accountId: number) {
	const [row] = await db
		.select({
			id: accounts.id,
			webhookUrl: accounts.webhookUrl,
			webhookEnabled: accounts.webhookEnabled,
			webhookSecret: accounts.webhookSecret,
			webhookNextSecret: accounts.webhookNextSecret,
			nextIsDue: sql<boolean>`coalesce(${accounts.webhookNextFrom} <= clock(), false)`,
			now: sql<Date>`clock()`.mapWith(accounts.createdAt),
		})
		.from(accounts)
		.where(eq(accounts.id, accountId));
	return row;
}
