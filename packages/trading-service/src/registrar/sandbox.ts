import { setTimeout as systemSleep } from "node:timers/promises";
import { limits } from "@domains/contract/limits.ts";
import { parseHost } from "@domains/contract/names.ts";
import { createBatcher } from "@domains/kit/batch.ts";
import type { Db, Sql } from "@domains/kit/postgres/connect.ts";
import { isConflict } from "@domains/kit/postgres/errors.ts";
import { type SQL, sql } from "drizzle-orm";
import { sandboxNames, sandboxOrders } from "../schema.ts";
import type { Price } from "../store/prices.ts";
import { type Execution, type Registrar, RegistrarFailure, type RegistrarOrder } from "./port.ts";

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

const nameserverDomain = "sandbox.test";
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

type Line = readonly [zone: string, register: number, renew: number, premium?: "premium"];

/** In cents, of a new database. Internationalized TLDs are in Unicode. */
const lines: readonly Line[] = [
	["academy", 3499, 3999],
	["ai", 7999, 8499, "premium"],
	["app", 1499, 1699],
	["art", 399, 1299],
	["asia", 1199, 1499],
	["at", 1299, 1299],
	["be", 899, 999],
	["berlin", 3999, 4499],
	["best", 299, 2299],
	["biz", 1499, 1799],
	["blog", 499, 2499],
	["br", 5999, 5999, "premium"],
	["ca", 1199, 1299],
	["capital", 4999, 5299],
	["cat", 2999, 3299],
	["cc", 1199, 1299],
	["ch", 1099, 1099],
	["cloud", 499, 2199],
	["club", 299, 1599],
	["cn", 899, 1099],
	["co", 2599, 2999],
	["co.uk", 799, 899],
	["com", 1150, 1250],
	["com.br", 1299, 1299],
	["com.tr", 699, 799],
	["com.ua", 999, 1099],
	["cz", 999, 1099],
	["de", 699, 799],
	["dev", 1299, 1499],
	["digital", 399, 3499],
	["es", 899, 999],
	["eu", 699, 899],
	["finance", 4999, 5499, "premium"],
	["fr", 899, 999],
	["fun", 199, 2799],
	["games", 1999, 2299],
	["gg", 6999, 6999, "premium"],
	["group", 1499, 1999],
	["health", 7499, 7999, "premium"],
	["in", 799, 999],
	["info", 399, 1999],
	["ink", 299, 2799],
	["io", 3999, 4499, "premium"],
	["it", 899, 999],
	["jp", 3999, 3999],
	["kiev.ua", 899, 999],
	["law", 9999, 10_499, "premium"],
	["life", 299, 2999],
	["live", 299, 2499],
	["ltd", 1499, 1999],
	["lv", 1599, 1599],
	["me", 799, 1899],
	["media", 1299, 3499],
	["moscow", 1499, 1699],
	["name", 899, 999],
	["net", 1299, 1399],
	["network", 999, 2799],
	["news", 899, 2799],
	["nl", 799, 899],
	["one", 299, 1499],
	["online", 149, 2999],
	["org", 999, 1299],
	["page", 999, 1199],
	["pl", 599, 1299],
	["pro", 399, 1999],
	["pt", 1999, 1999],
	["ru", 299, 399],
	["se", 1499, 1899],
	["shop", 199, 3299],
	["site", 149, 2899],
	["space", 149, 2599],
	["store", 199, 4499],
	["su", 899, 899],
	["tech", 499, 4999],
	["today", 299, 2299],
	["top", 199, 599],
	["tr", 2999, 2999],
	["tv", 3499, 3499, "premium"],
	["ua", 3499, 3499],
	["uk", 799, 899],
	["us", 799, 999],
	["vip", 599, 1499],
	["website", 149, 2499],
	["wiki", 299, 2799],
	["world", 399, 3299],
	["xyz", 199, 1399],
	["zone", 999, 3299],
	["москва", 999, 1099],
	["онлайн", 499, 3999],
	["орг", 999, 1299],
	["рус", 499, 699],
	["рф", 299, 399],
	["сайт", 499, 3999],
	["укр", 999, 1099],
	["中国", 899, 1099],
	["在线", 1499, 2999],
	["संगठन", 999, 1299],
	["vermögensberater", 4499, 4999],
];

export const initialPrices: readonly Price[] = lines.map(([tld, registerCents, renewCents, premium]) => {
	const name = parseHost(tld);
	return { zone: `.${name.ok ? name.ascii : tld}`, registerCents, renewCents, premium: premium !== undefined };
});

/** Source: docs/service.md, "Sandbox registry". */
const specialPrefixes = {
	taken: "taken-",
	/** The registrar fails and does nothing. */
	fails: "provider-error-",
	/** The registrar executes the order but does not answer. The call throws after five seconds. */
	timesOut: "provider-timeout-",
	/** The registrar answers after three seconds. */
	slow: "slow-",
	/** Monitoring blocks the domain one minute after its registration. */
	blocked: "blocked-",
} as const;

/** They are taken under every TLD. */
const wellKnown = new Set(
	`adobe airbnb alibaba amazon apple bbc bing booking cloudflare cnn debian dropbox ebay facebook github
	gitlab gmail google ibm ikea instagram intel linkedin mastercard meta microsoft mozilla netflix nvidia
	openai oracle paypal pinterest reddit samsung spotify telegram tesla twitter uber visa whatsapp wikipedia
	yahoo yandex youtube`.split(/\s+/),
);

function isSpecial(name: string, kind: keyof typeof specialPrefixes): boolean {
	return name.startsWith(specialPrefixes[kind]);
}

function isTakenFromTheStart(name: string): boolean {
	return isSpecial(name, "taken") || wellKnown.has(name.split(".")[0] ?? "");
}
