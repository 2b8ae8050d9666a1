import { setTimeout as systemSleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { createBatcher } from "../../batch.ts";
import { limits } from "../../contract/limits.ts";
import type { Db, Sql, Tx } from "../../postgres/connect.ts";
import { sandboxNames, sandboxOrders } from "../schema/sandbox.ts";
import { type Executed, type Execution, type Registry, RegistryFailure, type RegistryOrder } from "./port.ts";
import { isSpecial, isTakenFromTheStart } from "./special-names.ts";

interface Options {
	db: Db;
	/** Uses the same connection pool as `db`. */
	sql: Sql;
	sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const abortableSleep = (ms: number, signal: AbortSignal) => systemSleep(ms, undefined, { signal });

const slowMs = 3_000;
const timeoutMs = 5_000;
const mostTogether = 50;

/**
 * Creates the sandbox registry. It exists only in the service's database, and its registrations cost no real money. A
 * well-formed name is available unless it is registered, is well known, or begins with `taken-`. Like a real registry,
 * the sandbox does not share the service's transactions. So after a crash of the service, it may have executed orders
 * that the service has not recorded.
 */
export function createSandboxRegistry({ db, sql: plain, sleep = abortableSleep }: Options): Registry {
	async function perform(
		order: RegistryOrder,
		signal: AbortSignal,
		execute: (tx: Tx) => Promise<Executed | undefined>,
	): Promise<Execution> {
		if (isSpecial(order.domain, "fails")) throw new RegistryFailure(`The registry failed for ${order.domain}`);
		if (isSpecial(order.domain, "slow")) await sleep(slowMs, signal);
		const execution = await db.transaction((tx) => executeOnce(tx, order.id, () => execute(tx)));
		if (!isSpecial(order.domain, "timesOut")) return execution;
		await sleep(timeoutMs, signal);
		throw new Error(`The registry did not answer in time for ${order.domain}`);
	}

	/**
	 * Returns a set that contains every registered name among `asked`. Concurrent calls share one SQL statement, so the
	 * set may also contain names of other calls.
	 */
	const takenOf = createBatcher(async (asked: readonly (readonly string[])[]) => {
		const rows = await plain<{ name: string }[]>`
			select name from service.sandbox_names
			where name = any(${asked.flat()}) and expires_at + make_interval(days => ${limits.renewableDays}) > clock()`;
		const taken = new Set(rows.map(({ name }) => name));
		return asked.map(() => taken);
	}, mostTogether);

	return {
		async available(names) {
			const taken = await takenOf(names);
			return new Set(names.filter((name) => !taken.has(name) && !isTakenFromTheStart(name)));
		},
		register: (order, signal) =>
			perform(order, signal, async (tx) => {
				if (isTakenFromTheStart(order.domain)) return undefined;
				const [row] = await tx
					.insert(sandboxNames)
					.values({ name: order.domain, registeredAt: sql`clock()`, expiresAt: yearsAfter(sql`clock()`, order.years) })
					.onConflictDoUpdate({
						target: sandboxNames.name,
						set: { registeredAt: sql`excluded.registered_at`, expiresAt: sql`excluded.expires_at` },
						setWhere: sql`not (${alive})`,
					})
					.returning();
				return row;
			}),
		renew: (order, signal) =>
			perform(order, signal, async (tx) => {
				const [row] = await tx
					.update(sandboxNames)
					.set({ expiresAt: yearsAfter(sql`${sandboxNames.expiresAt}`, order.years) })
					.where(and(eq(sandboxNames.name, order.domain), alive))
					.returning();
				return row;
			}),
		close: (orderId) => db.transaction((tx) => executeOnce(tx, orderId, async () => undefined, "closed")),
	};
}

const alive = sql`${sandboxNames.expiresAt} + make_interval(days => ${limits.renewableDays}) > clock()`;

function yearsAfter(start: ReturnType<typeof sql>, years: number) {
	return sql`${start} + make_interval(years => ${years})`;
}

/**
 * Runs `execute` in the first call for an order and stores the outcome. Later calls return the stored outcome. If
 * `execute` returns undefined, the order was not executed, and `otherwise` is stored as its outcome.
 */
async function executeOnce(
	tx: Tx,
	order: string,
	execute: () => Promise<Executed | undefined>,
	otherwise: "refused" | "closed" = "refused",
): Promise<Execution> {
	const [mine] = await tx.insert(sandboxOrders).values({ order, outcome: otherwise }).onConflictDoNothing().returning();
	if (mine) {
		const executed = await execute();
		if (!executed) return { kind: "refused" };
		const { registeredAt, expiresAt } = executed;
		await tx
			.update(sandboxOrders)
			.set({ outcome: "executed", registeredAt, expiresAt })
			.where(eq(sandboxOrders.order, order));
		return { kind: "executed", executed: { registeredAt, expiresAt } };
	}
	const [kept] = await tx.select().from(sandboxOrders).where(eq(sandboxOrders.order, order));
	if (kept?.outcome !== "executed" || !kept.registeredAt || !kept.expiresAt) return { kind: "refused" };
	return { kind: "executed", executed: { registeredAt: kept.registeredAt, expiresAt: kept.expiresAt } };
}
