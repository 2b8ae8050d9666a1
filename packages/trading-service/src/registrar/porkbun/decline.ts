import { parseHost } from "@domains/contract/names.ts";
import { isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { type Declined, Refusal } from "../../refusal.ts";
import { domains, orders } from "../../schema.ts";
import { readFact, storeFact } from "../../store/facts.ts";
import type { Price } from "../../store/prices.ts";
import { RegistrarFailure, type Wish } from "../port.ts";
import type { PorkbunClient } from "./client.ts";
import { readPace } from "./pace.ts";
import type { Ask, Result } from "./send.ts";

/** The registrar's codes for an order that it did not execute, in sentences for people. */
export function declinedBy(
	code: string | null,
	text: string,
	{ domain, zone }: { domain: string; zone: string },
): Declined {
	switch (code) {
		case "DOMAIN_NOT_AVAILABLE":
			return { reason: "taken", message: `${domain} is taken.` };
		case "INSUFFICIENT_FUNDS":
			return { reason: "no_funds", message: `Your credit at Porkbun does not cover ${domain}. Nothing was charged.` };
		case "SPEND_LIMIT_EXCEEDED":
			return { reason: "no_funds", message: overLimit(domain) };
		case "TLD_NOT_SUPPORTED":
			return { reason: "not_sold", message: websiteOnly(zone) };
		case "PREMIUM_DOMAIN":
			return { reason: "invalid", message: `${domain} is a premium name: Porkbun sells it only on its website.` };
		case "API_ACCESS_DISABLED":
			return { reason: "invalid", message: noAccess(domain) };
		case "RENEWAL_TOO_SOON":
			return { reason: "invalid", message: `Porkbun renews ${domain} by API only 30 days after its last order.` };
		case "ACCOUNT_NOT_VERIFIED":
			return {
				reason: "invalid",
				message: "Porkbun asks you to verify the account's e-mail and phone on its website.",
			};
		case "NO_EARLIER_ORDER":
			return { reason: "invalid", message: "Porkbun takes the first order of an account only on its website." };
		default:
			return { reason: "invalid", message: `Porkbun refused ${domain}: ${text}` };
	}
}

export function websiteOnly(zone: string): string {
	return `Porkbun does not take registrations of ${zone} by API: register it on its website.`;
}

function noAccess(domain: string): string {
	return `${domain} is closed to Porkbun's API: turn on API Access for it on Porkbun's website.`;
}

function overLimit(domain: string, now = new Date()): string {
	const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
	return `${domain} would exceed your monthly API limit at Porkbun. It starts again on ${dayOf(next)} (UTC). Nothing was charged.`;
}

function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/** Never before the time. */
export function minuteOf(date: Date): string {
	const minute = new Date(Math.ceil(date.getTime() / 60_000) * 60_000);
	return `${minute.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function usd(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}

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
const timeoutMs = 15_000;

interface Known {
	now: Date;
	terms: ReadonlyMap<string, Term>;
	domains: ReadonlyMap<string, { registeredAt: Date; apiAccess: boolean; renewedAt: Date | null }>;
	/** Of the last 24 hours, oldest first. */
	recent: Record<Wish["kind"], Date[]>;
	/** What the registrar takes in 24 hours; null if it has no such limit. */
	perDay: Record<Wish["kind"], number | null>;
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
		.where(and(ne(orders.state, "refused"), isWithin(orders.createdAt, dayMs)))
		.orderBy(orders.createdAt);
	const [clock] = await db.execute<{ now: string }>(sql`select clock()::text as now`);
	const of = (kind: Wish["kind"]) => placed.filter((order) => order.kind === kind).map(({ at }) => at);
	return {
		now: new Date(clock?.now ?? Date.now()),
		terms,
		domains: new Map(owned.map(({ name, ...rest }) => [name, rest])),
		recent: { register: of("register"), renew: of("renew") },
		perDay: { register: (await readPace(db, "create")).perDay, renew: (await readPace(db, "renew")).perDay },
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

function declineByDay({ kind, domain }: Wish, { recent, perDay }: Known, taken: number): Declined | undefined {
	const most = perDay[kind];
	const used = recent[kind];
	if (most === null || used.length + taken < most) return undefined;
	const first = used[Math.max(0, used.length + taken - most)];
	const free = first && minuteOf(new Date(first.getTime() + dayMs));
	const noun = kind === "register" ? "registrations" : "renewals";
	const message = `Porkbun takes ${most} ${noun} in 24 hours by API. Order ${domain} ${free ? `after ${free}` : "a day later"}.`;
	return { reason: "invalid", message };
}

function declineByMonth({ domain }: Wish, { leftCents, now }: Known, cents: number): Declined | undefined {
	return leftCents === null || cents <= leftCents ? undefined : { reason: "no_funds", message: overLimit(domain, now) };
}

const term = z.object({
	registerable: z.boolean(),
	/** The only term that the API sells. Null if unknown. */
	years: z.number().nullable(),
	hasDryRun: z.boolean(),
});
type Term = z.infer<typeof term>;

const keptMs = 7 * 86_400_000;
const unknown: Term = { registerable: true, years: null, hasDryRun: false };
/** They are used if an edition has no such call. Source: the guide "Register a domain", docs/registrars.md. */
const withoutApi = new Set([".us", ".ca", ".eu", ".au"]);

/** `zone` has a leading dot. Read once a week. */
export async function termOf(
	{ db, client, ask }: { db: Db; client: PorkbunClient; ask: Ask },
	zone: string,
	signal: AbortSignal,
): Promise<Term> {
	const key = `term ${zone}`;
	const kept = await readFact(db, key, term);
	if (kept && kept.ageMs < keptMs) return kept.value;
	const result = await ask("any", signal, (within) => client.requirements(zone.slice(1), within));
	if (result.kind === "ok") {
		const { isRegisterable, years, hasDryRun } = result.value;
		const read = { registerable: isRegisterable, years, hasDryRun };
		await storeFact(db, key, read);
		return read;
	}
	const told = { ...unknown, registerable: !withoutApi.has(zone) };
	if (result.kind === "refused") await storeFact(db, key, told);
	return kept?.value ?? told;
}

/** Throws a refusal if the registrar refused, and a `RegistrarFailure` if it did not answer. */
export function answered<Value>(result: Result<Value>, domain = "The domain"): Value {
	switch (result.kind) {
		case "ok":
			return result.value;
		case "refused":
			if (result.code === "API_ACCESS_DISABLED") throw new Refusal("invalid", noAccess(domain));
			throw new Refusal("trouble", `Porkbun refused: ${result.text}`);
		case "limited":
			throw new Refusal("trouble", `Porkbun answers no more such calls until ${minuteOf(result.until)}.`);
		case "down":
		case "unknown":
			throw new RegistrarFailure(`Porkbun does not answer (${result.text}).`);
	}
}

/** Skips what is no TLD. */
export function pricesOf(list: readonly { tld: string; registerCents: number; renewCents: number }[]): Price[] {
	return list.flatMap(({ tld, registerCents, renewCents }) => {
		const name = parseHost(tld);
		return name.ok ? [{ zone: `.${name.ascii}`, registerCents, renewCents, premium: false }] : [];
	});
}
