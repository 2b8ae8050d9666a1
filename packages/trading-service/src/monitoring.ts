import type { Due, Handler, Jobs } from "@domains/kit/jobs/index.ts";
import { isPast } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, sql } from "drizzle-orm";
import { domains } from "./schema.ts";
import { alive } from "./store/domains.ts";
import { findWebhook } from "./webhooks/deliver.ts";
import { emit } from "./webhooks/emit.ts";

interface Deps {
	db: Db;
	jobs: Pick<Jobs, "enqueue">;
}

export type Signal = { blocked: true; reason: string } | { blocked: false };

/**
 * Emits an event if this changes the domain. Returns the row before the change, or undefined if no account has the
 * domain.
 */
export async function applySignal(tx: Tx, { jobs }: Pick<Deps, "jobs">, name: string, signal: Signal) {
	const [domain] = await tx
		.select()
		.from(domains)
		.where(and(eq(domains.name, name), alive))
		.for("no key update");
	if (!domain || (domain.blockedAt !== null) === signal.blocked) return domain;
	const set = signal.blocked
		? { blockedAt: sql`clock()`, blockedReason: signal.reason }
		: { blockedAt: null, blockedReason: null };
	await tx.update(domains).set(set).where(eq(domains.id, domain.id));
	const webhook = await findWebhook(tx, domain.accountId);
	if (!webhook) throw new Error(`account ${domain.accountId} is missing`);
	const webhookOn = webhook.webhookEnabled && webhook.webhookUrl !== null;
	const { clientRef, externalRef } = domain;
	const change = { domain: name, clientRef, externalRef };
	await emit(tx, jobs, { accountId: domain.accountId, webhookOn, now: webhook.now }, [
		signal.blocked
			? { type: "domain.blocked", ...change, reason: signal.reason }
			: { type: "domain.unblocked", ...change },
	]);
	return domain;
}

/** One minute after the registration of a name that begins with `blocked-`. Other names have no `monitor_at`. */
export const dueSignals: Due = (now) =>
	sql`select id from service.domains where ${isPast(sql`monitor_at`, "2 days", now)}`;

/** Handles the queue `service.monitor`. */
export function createMonitor({ db, jobs }: Deps): Handler {
	return async (rowId) => {
		await db.transaction(async (tx) => {
			const [domain] = await tx
				.update(domains)
				.set({ monitorAt: null })
				.where(and(eq(domains.id, Number(rowId)), isPast(domains.monitorAt, "2 days")))
				.returning({ name: domains.name });
			if (domain) await applySignal(tx, { jobs }, domain.name, { blocked: true, reason: "sandbox monitoring" });
		});
	};
}
