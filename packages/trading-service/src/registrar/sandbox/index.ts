import { setTimeout as systemSleep } from "node:timers/promises";
import { limits } from "@domains/contract/limits.ts";
import { createBatcher } from "@domains/kit/batch.ts";
import { isConflict } from "@domains/kit/postgres/conflicts.ts";
import type { Db, Sql } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import { sandboxNames, sandboxOrders } from "../../schema/sandbox.ts";
import { type Execution, type Registrar, RegistrarFailure, type RegistrarOrder } from "../port.ts";
import { initialPrices } from "./prices.ts";
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
const blocksAfterMs = 60_000;

export const nameserverDomain = "sandbox.test";
export const nameservers: readonly string[] = [`ns1.${nameserverDomain}`, `ns2.${nameserverDomain}`];

/**
 * Exists only in the service's database, and costs no real money. A well-formed name is available unless it is
 * registered, is well known, or begins with `taken-`.
 *
 * Like a real registrar, it does not share the service's transactions. So after a crash of the service, it may have
 * executed orders that the service has not recorded.
 */
export function createSandboxRegistrar({ db, sql: plain, sleep = abortableSleep }: Options): Registrar {
	async function perform(order: RegistrarOrder, signal: AbortSignal, execution: SQL): Promise<Execution> {
		if (isSpecial(order.domain, "fails")) throw new RegistrarFailure(`The registry failed for ${order.domain}`);
		if (isSpecial(order.domain, "slow")) await sleep(slowMs, signal);
		const outcome = await executeOnce(db, order.id, execution, "refused");
		if (!isSpecial(order.domain, "timesOut")) return outcome;
		await sleep(timeoutMs, signal);
		throw new Error(`The registry did not answer in time for ${order.domain}`);
	}

	/**
	 * Contains every registered name among `asked`. Concurrent calls share one SQL statement, so it may contain names of
	 * other calls too.
	 */
	const takenOf = createBatcher(async (asked: readonly (readonly string[])[]) => {
		const rows = await plain<{ name: string }[]>`
			select name from service.sandbox_names
			where name = any(${asked.flat()}) and expires_at + make_interval(days => ${limits.renewableDays}) > clock()`;
		const taken = new Set(rows.map(({ name }) => name));
		return asked.map(() => taken);
	}, mostTogether);

	return {
		name: "The sandbox",
		id: "sandbox",
		playMoney: true,
		prices: initialPrices,
		nameservers,
		nameserverDomain,
		blocksAfterMs: (domain) => (isSpecial(domain, "blocked") ? blocksAfterMs : undefined),
		async available(names) {
			const taken = await takenOf(names);
			return new Set(names.filter((name) => !taken.has(name) && !isTakenFromTheStart(name)));
		},
		register: (order, signal) =>
			perform(order, signal, isTakenFromTheStart(order.domain) ? nothing : registration(order)),
		renew: (order, signal) => perform(order, signal, renewal(order)),
		close: (orderId) => executeOnce(db, orderId, nothing, "closed"),
		remote: null,
	};
}

const alive = sql`names.expires_at + make_interval(days => ${limits.renewableDays}) > clock()`;

/** Like `renewal`, returns a row, or none if the registrar refuses the order. */
function registration({ domain, years }: RegistrarOrder): SQL {
	return sql`
		insert into ${sandboxNames} as names (name, registered_at, expires_at)
		values (${domain}, clock(), clock() + make_interval(years => ${years}))
		on conflict (name) do update set registered_at = excluded.registered_at, expires_at = excluded.expires_at
			where not (${alive})
		returning registered_at, expires_at`;
}

function renewal({ domain, years }: RegistrarOrder): SQL {
	return sql`
		update ${sandboxNames} as names set expires_at = names.expires_at + make_interval(years => ${years})
		where name = ${domain} and ${alive}
		returning registered_at, expires_at`;
}

const nothing = sql`select null::timestamptz as registered_at, null::timestamptz as expires_at where false`;

interface Row extends Record<string, unknown> {
	registeredAt: Date | null;
	expiresAt: Date | null;
}

/**
 * The first call for an order runs `execution` and stores the outcome, in one statement. In later calls, the order's
 * row exists, so the statement fails as a whole and executes nothing. If `execution` returns no row, `otherwise` is
 * stored as the outcome.
 */
async function executeOnce(db: Db, order: string, execution: SQL, otherwise: "refused" | "closed"): Promise<Execution> {
	const columns = sql`registered_at as "registeredAt", expires_at as "expiresAt"`;
	const [row] = await db
		.execute<Row>(sql`
			with executed as (${execution})
			insert into ${sandboxOrders} ("order", outcome, registered_at, expires_at)
			select ${order}, case when expires_at is null then ${otherwise} else 'executed' end, registered_at, expires_at
			from (select) as always left join executed on true
			returning ${columns}`)
		.catch(async (error: unknown) => {
			if (!isConflict(error, "sandbox_orders_pkey")) throw error;
			return await db.execute<Row>(sql`select ${columns} from ${sandboxOrders} where "order" = ${order}`);
		});
	if (!row?.registeredAt || !row.expiresAt) return { kind: "refused" };
	return { kind: "executed", executed: { registeredAt: row.registeredAt, expiresAt: row.expiresAt } };
}
