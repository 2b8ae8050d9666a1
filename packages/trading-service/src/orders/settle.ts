import { unicodeOf } from "@domains/contract/names.ts";
import type { Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Declined } from "../refusal.ts";
import {
	type Executed,
	type Execution,
	type Registrar,
	RegistrarFailure,
	type RegistrarOrder,
} from "../registrar/port.ts";
import { accounts, domains, type OrderRow, orders } from "../schema.ts";
import { postLedger } from "../store/accounts.ts";
import { type Audience, emit } from "../webhooks/emit.ts";

/** An order with an unknown outcome stays open. */
type Finding =
	| { kind: "executed"; executed: Executed }
	| { kind: "refused"; refusal: "not_available" | "provider_error" | Declined }
	| { kind: "unknown" };

interface Found {
	order: OrderRow;
	finding: Finding;
}

const retrySeconds = 10;

/**
 * Stores state, money, domain and event of one account's orders in one transaction. An order that another worker has
 * settled stays unchanged. Returns the current rows in the order of `findings`.
 */
export function settle(
	{ db, jobs, registrar }: { db: Db; jobs: Pick<Jobs, "enqueue">; registrar: Registrar },
	accountId: number,
	findings: readonly Found[],
): Promise<OrderRow[]> {
	return db.transaction(async (tx) => {
		const { closed, audience } = await close(tx, accountId, findings);
		const settled = findings.flatMap(({ order, finding }) => {
			const row = closed.get(order.id);
			return row && finding.kind !== "unknown" ? [{ order: row, finding }] : [];
		});
		const executed = settled.flatMap(({ order, finding }) =>
			finding.kind === "executed" ? [{ order, executed: finding.executed }] : [],
		);
		// Every closed order was returned with the account, so without an audience there is nothing to write.
		if (audience) await insertDomains(tx, registrar, executed.filter(isKind("register")), audience.now);
		const renewed = await renew(tx, executed.filter(isKind("renew")));
		const changes = executed.map(({ order: { kind, domain, clientRef, externalRef } }) => ({
			type: events[kind],
			domain,
			clientRef,
			externalRef,
			...renewed.get(domain),
		}));
		if (audience) await emit(tx, jobs, audience, changes);
		const others = await reread(
			tx,
			findings.map(({ order }) => order.id).filter((id) => !closed.has(id)),
		);
		return findings.map(({ order }) => closed.get(order.id) ?? others.get(order.id) ?? order);
	});
}

/**
 * Locks the account's row, updates the orders that are still open, and posts their money, in one statement. `closed`:
 * their new rows by order id. `audience`: undefined if no order was updated.
 *
 * To prevent deadlocks, every transaction takes the lock of the account before locks of orders or domains. The update
 * locks an order only after it has the account's row.
 */
async function close(
	tx: Tx,
	accountId: number,
	findings: readonly Found[],
): Promise<{ closed: Map<number, OrderRow>; audience: Audience | undefined }> {
	const updates = findings.map(({ order, finding }) => ({
		id: order.id,
		state: states[finding.kind],
		...refusalOf(finding),
		expires_at: finding.kind === "executed" ? finding.executed.expiresAt.toISOString() : null,
	}));
	const change = tx
		.update(orders)
		.set({
			state: sql`updates.state`,
			refusal: sql`updates.refusal`,
			reason: sql`updates.reason`,
			expiresAt: sql`updates.expires_at`,
			wakeAt: sql`clock() + make_interval(secs => ${retrySeconds})`,
		})
		.from(
			sql`(
				select webhook_enabled and webhook_url is not null as webhook_on from ${accounts} where id = ${accountId}
				for no key update
			) as account, jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
				as updates(id bigint, state text, refusal text, reason text, expires_at timestamptz)`,
		)
		.where(and(eq(orders.id, sql`updates.id`), eq(orders.state, "open")))
		.returning({
			...getTableColumns(orders),
			webhookOn: sql<boolean>`account.webhook_on`.as("webhook_on"),
			now: sql`clock()`.mapWith((text: string | Date) => new Date(text)).as("now"),
		});
	const closed = tx.$with("closed").as(change);
	// The held money of an executed order is charged. That of a refused order is released.
	const moved = sql`
		select id as order_id, case state when 'refused' then 'release' else 'charge' end as kind,
			case state when 'refused' then cents else 0 end as balance_cents, -cents as held_cents
		from closed where state <> 'open'`;
	const { posted, summed } = postLedger(accountId, moved);
	const rows = await tx
		.with(closed, tx.$with("posted", {}).as(posted), tx.$with("summed", {}).as(summed))
		.select()
		.from(closed);
	const [first] = rows;
	const audience = first && { accountId, webhookOn: first.webhookOn, now: first.now };
	return { closed: byId(rows.map(({ webhookOn: _, now: __, ...order }) => order)), audience };
}

function refusalOf(finding: Finding): Pick<OrderRow, "refusal" | "reason"> {
	if (finding.kind !== "refused") return { refusal: null, reason: null };
	const { refusal } = finding;
	if (typeof refusal === "string") return { refusal, reason: null };
	return { refusal: refusal.reason, reason: refusal.message };
}

const states = { executed: "done", refused: "refused", unknown: "open" } as const;

async function reread(tx: Tx, ids: readonly number[]): Promise<Map<number, OrderRow>> {
	if (ids.length === 0) return new Map();
	return byId(
		await tx
			.select()
			.from(orders)
			.where(inArray(orders.id, [...ids])),
	);
}

function byId(rows: readonly OrderRow[]): Map<number, OrderRow> {
	return new Map(rows.map((row) => [row.id, row]));
}

interface Done {
	order: OrderRow;
	executed: Executed;
}

const events = { register: "domain.registered", renew: "domain.renewed" } as const;

function isKind(kind: OrderRow["kind"]) {
	return ({ order }: Done): boolean => order.kind === kind;
}

/**
 * A `clientRef` or `externalRef` in the order replaces that of the domain. Returns the resulting references by name.
 */
async function renew(tx: Tx, done: readonly Done[]) {
	if (done.length === 0) return new Map<string, Pick<OrderRow, "clientRef" | "externalRef">>();
	const updates = new Map<
		string,
		{ name: string; expires_at: string; client_ref: string | null; external_ref: string | null }
	>();
	for (const { order, executed } of done) {
		const before = updates.get(order.domain);
		const expires_at = executed.expiresAt.toISOString();
		updates.set(order.domain, {
			name: order.domain,
			expires_at: before && before.expires_at > expires_at ? before.expires_at : expires_at,
			client_ref: order.clientRef ?? before?.client_ref ?? null,
			external_ref: order.externalRef ?? before?.external_ref ?? null,
		});
	}
	const rows = await tx
		.update(domains)
		.set({
			expiresAt: sql`greatest(${domains.expiresAt}, updates.expires_at)`,
			clientRef: sql`coalesce(updates.client_ref, ${domains.clientRef})`,
			externalRef: sql`coalesce(updates.external_ref, ${domains.externalRef})`,
		})
		.from(
			sql`jsonb_to_recordset(${JSON.stringify([...updates.values()])}::jsonb)
				as updates(name text, expires_at timestamptz, client_ref text, external_ref text)`,
		)
		.where(eq(domains.name, sql`updates.name`))
		.returning({ name: domains.name, clientRef: domains.clientRef, externalRef: domains.externalRef });
	return new Map(rows.map(({ name, ...references }) => [name, references]));
}

/** Replaces the row of a domain that had expired and become available. */
async function insertDomains(tx: Tx, registrar: Registrar, done: readonly Done[], now: Date): Promise<void> {
	if (done.length === 0) return;
	const rows = done.map((each) => domainOf(each, registrar.blocksAfterMs(each.order.domain), now));
	const { id: _id, name: _name, ...columns } = getTableColumns(domains);
	const set = Object.fromEntries(
		Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
	);
	// A name can occur twice if it became available again between two registrations. The domain belongs to the later
	// order.
	const latest = [...new Map(rows.map((row) => [row.name, row])).values()];
	await tx.insert(domains).values(latest).onConflictDoUpdate({ target: domains.name, set });
}

function domainOf(
	{ order, executed }: Done,
	blocksAfterMs: number | undefined,
	now: Date,
): typeof domains.$inferInsert {
	if (!order.setup) throw new Error(`order ${order.id} has no configuration`);
	return {
		accountId: order.accountId,
		name: order.domain,
		unicode: unicodeOf(order.domain),
		zone: order.zone,
		registeredAt: executed.registeredAt,
		expiresAt: executed.expiresAt,
		...order.setup,
		clientRef: order.clientRef,
		externalRef: order.externalRef,
		blockedAt: null,
		blockedReason: null,
		monitorAt: blocksAfterMs === undefined ? null : new Date(now.getTime() + blocksAfterMs),
	};
}

interface Deps {
	registrar: Registrar;
	log: Log;
}

/** After it, the outcome of the order is unknown, and `findOut` later asks the registrar for it. */
const registrarTimeoutMs = 20_000;

/** Never throws. */
export async function execute({ registrar, log }: Deps, order: OrderRow): Promise<Finding> {
	const asked: RegistrarOrder = { id: String(order.id), domain: order.domain, years: order.years };
	try {
		return findingOf(await withTimeout((signal) => registrar[order.kind](asked, signal)), "not_available");
	} catch (error) {
		if (error instanceof RegistrarFailure) return { kind: "refused", refusal: "provider_error" };
		log.warn({ error, order: order.id, domain: order.domain }, "the registrar did not answer for an order");
		return { kind: "unknown" };
	}
}

/** If the registrar has not executed the order yet, it closes the order and never executes it. Never throws. */
export async function findOut({ registrar, log }: Deps, order: OrderRow): Promise<Finding> {
	try {
		return findingOf(await withTimeout((signal) => registrar.close(String(order.id), signal)), "provider_error");
	} catch (error) {
		log.warn({ error, order: order.id, domain: order.domain }, "the outcome of an order could not be queried");
		return { kind: "unknown" };
	}
}

function findingOf(execution: Execution, refusal: "not_available" | "provider_error"): Finding {
	if (execution.kind === "executed") return execution;
	const { declined } = execution;
	return declined ? { kind: "refused", refusal: declined } : { kind: "refused", refusal };
}

/** Rejects after the timeout, even if the call ignores its signal. */
async function withTimeout<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
	const signal = AbortSignal.timeout(registrarTimeoutMs);
	const gaveUp = new Promise<never>((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
	return await Promise.race([call(signal), gaveUp]);
}
