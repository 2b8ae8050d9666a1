import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, inArray, ne, sql } from "drizzle-orm";
import { domains, orders } from "../../schema/trade.ts";
import type { Declined } from "../declined.ts";
import type { Wish } from "../port.ts";
import type { PorkbunClient } from "./client.ts";
import type { Ask } from "./pace.ts";
import { minuteOf, noAccess, overLimit, websiteOnly } from "./reasons.ts";
import { type Term, termOf } from "./terms.ts";

interface Deps {
	db: Db;
	client: PorkbunClient;
	ask: Ask;
	/** The monthly limit does not apply to play money. */
	testKeys: boolean;
}

const dayMs = 86_400_000;
/** Source: the registrar's description of `domain/renew`. */
const restDays = 30;
/** The registrar's defaults in 24 hours. An account may have other limits: the registrar then refuses the order itself. */
const perDay = { register: 10, renew: 25 } as const;
const timeoutMs = 15_000;

interface Known {
	now: Date;
	terms: ReadonlyMap<string, Term>;
	domains: ReadonlyMap<string, { registeredAt: Date; apiAccess: boolean; renewedAt: Date | null }>;
	/** Of the last 24 hours, oldest first. */
	recent: Record<Wish["kind"], Date[]>;
	/** What the API may still spend this month; null if it is unlimited or unknown. */
	leftCents: number | null;
}

/** Says before money is held why the registrar would refuse an order, and from when it would not. */
export function createDecline(deps: Deps) {
	return async (wishes: readonly Wish[]): Promise<(Declined | undefined)[]> => {
		const known = await learn(deps, wishes);
		const taken = { register: 0, renew: 0 };
		let spent = 0;
		return wishes.map((wish) => {
			const declined =
				declineAlone(wish, known) ??
				declineByDay(wish, known, taken[wish.kind]) ??
				declineByMonth(wish, known, spent + wish.cents);
			if (declined) return declined;
			taken[wish.kind] += 1;
			spent += wish.cents;
			return undefined;
		});
	};
}

async function learn({ db, client, ask, testKeys }: Deps, wishes: readonly Wish[]): Promise<Known> {
	const signal = AbortSignal.timeout(timeoutMs);
	const terms = new Map<string, Term>();
	for (const zone of new Set(wishes.map((wish) => wish.zone))) {
		terms.set(zone, await termOf({ db, client, ask }, zone, signal));
	}
	const spending = testKeys
		? undefined
		: await ask("any", signal, (within) => client.spending(within)).catch(() => undefined);
	const money = spending?.kind === "ok" ? spending.value : undefined;
	const names = wishes.map(({ domain }) => domain);
	const renewedAt = sql<Date | null>`(
		select max(created_at) from service.orders o
		where o.domain = ${domains.name} and o.kind = 'renew' and o.state <> 'refused')`.mapWith(domains.registeredAt);
	const owned = await db
		.select({ name: domains.name, registeredAt: domains.registeredAt, apiAccess: domains.apiAccess, renewedAt })
		.from(domains)
		.where(inArray(domains.name, names));
	const placed = await db
		.select({ kind: orders.kind, at: orders.createdAt })
		.from(orders)
		.where(and(ne(orders.state, "refused"), sql`${orders.createdAt} > clock() - interval '24 hours'`))
		.orderBy(orders.createdAt);
	const [clock] = await db.execute<{ now: string }>(sql`select clock()::text as now`);
	const of = (kind: Wish["kind"]) => placed.filter((order) => order.kind === kind).map(({ at }) => at);
	return {
		now: new Date(clock?.now ?? Date.now()),
		terms,
		domains: new Map(owned.map(({ name, ...rest }) => [name, rest])),
		recent: { register: of("register"), renew: of("renew") },
		leftCents:
			money && money.limitCents !== null && money.spentCents !== null ? money.limitCents - money.spentCents : null,
	};
}

function declineAlone({ kind, domain, zone, years }: Wish, known: Known): Declined | undefined {
	const term = known.terms.get(zone);
	if (kind === "register" && term && !term.registerable) return { reason: "not_sold", message: websiteOnly(zone) };
	const sold = term?.years ?? 1;
	if (years !== sold) {
		const verb = kind === "register" ? "registers" : "renews";
		const message = `Porkbun ${verb} ${zone} names only for ${sold} ${sold === 1 ? "year" : "years"} at a time.`;
		return { reason: "invalid", message };
	}
	const own = kind === "renew" ? known.domains.get(domain) : undefined;
	if (!own) return undefined;
	if (!own.apiAccess) return { reason: "invalid", message: noAccess(domain) };
	const last = own.renewedAt && own.renewedAt > own.registeredAt ? own.renewedAt : own.registeredAt;
	const from = new Date(last.getTime() + restDays * dayMs);
	if (from < known.now) return undefined;
	const message = `Porkbun renews ${domain} by API from ${minuteOf(from)}: 30 days after its last order.`;
	return { reason: "invalid", message };
}

function declineByDay({ kind, domain }: Wish, { recent }: Known, taken: number): Declined | undefined {
	const most = perDay[kind];
	const used = recent[kind];
	if (used.length + taken < most) return undefined;
	const first = used[Math.max(0, used.length + taken - most)];
	const free = first && minuteOf(new Date(first.getTime() + dayMs));
	const noun = kind === "register" ? "registrations" : "renewals";
	const message = `Porkbun takes ${most} ${noun} in 24 hours by API. Order ${domain} ${free ? `after ${free}` : "a day later"}.`;
	return { reason: "invalid", message };
}

function declineByMonth({ domain }: Wish, { leftCents, now }: Known, cents: number): Declined | undefined {
	return leftCents === null || cents <= leftCents ? undefined : { reason: "no_funds", message: overLimit(domain, now) };
}
