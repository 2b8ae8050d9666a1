import { parseDomain } from "@domains/contract/names.ts";
import { z } from "zod";
import { dayMs } from "../../rules/local-time.ts";
import { type Connected, connectionsOf } from "../../store/connections.ts";
import { readClock } from "../../store/database.ts";
import { knownSince, ownedAmong } from "../../store/domains.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { hasOpenQuote } from "../../store/programs.ts";
import { type AskReason, askReasons } from "../../store/renewals.ts";
import {
	buyOf,
	deleteNameWatch,
	findNameWatch,
	isBought,
	keepWatch,
	leaseOtherNames,
	lockNameWatch,
	lockStandingOrder,
	nameWatchesOf,
	recordPurchase,
	type StandingOrder,
	saveAnswer,
	saveLook,
	type Watch,
} from "../../store/watches.ts";
import { ask, openAccess } from "../access.ts";
import { type Actor, type Deps, mayUseBot } from "../deps.ts";
import { lookUp, type Offer, offerOf, offersOf } from "../offer.ts";
import { confirmIf, reasonOf } from "../operation/confirm.ts";
import { withdrawQuote } from "../operation/decisions.ts";
import { quoteLines } from "../quote/orders.ts";
import { findOffer } from "../search.ts";
import type { Trouble } from "../trouble.ts";
import type { Look, WatchDeclaration } from "./kind.ts";

const mostNames = 200;
const yearMs = 365 * dayMs;

/** A domain that a person wants to register as soon as it is available. */
export interface NameWatch {
	id: number;
	accountId: number;
	domain: string;
	/** The highest price of the first year; null for any. */
	underCents: number | null;
	/** True if the name is available. Null before the first check, or if the service did not say. */
	available: boolean | null;
	registerCents: number | null;
	answeredAt: Date | null;
	/** Why the last check failed; null if it succeeded. */
	failure: string | null;
	endsAt: Date | null;
	/** The highest price at which the bot buys the name without a tap; null if it only reports. */
	buyCents: number | null;
}

export interface WantedName {
	name: string;
	/** The highest price of the first year; null for any. */
	underCents: number | null;
	/** The account with which the bot searches for the name. If absent, the active account. */
	accountId?: number | undefined;
	/** True to leave an existing watch of the name unchanged. Otherwise, the new watch replaces it. */
	keepsExisting?: boolean | undefined;
	/** True if the person also extends a standing order. Otherwise, an order ends when the person confirmed that it ends. */
	extendsOrder?: boolean | undefined;
}

/** A watched name that the person can register now. */
export interface AvailableName {
	watchId: number;
	domain: string;
	/** The connection to the watch's account, if another account is active now; null if it is the active one. */
	inactive: { connectionId: number; userId: number } | null;
	/** Why the bot did not buy the name under its standing order. */
	asked?: AskReason;
}

export type NameWatches = { kind: "watches"; watches: readonly NameWatch[] } | Trouble;

/**
 * Watches a name for a year. Without `accountId`, uses the active account. If the person already watches the name,
 * replaces the price limit and the end of that watch; the end of a standing order only with `extendsOrder`. With `keepsExisting`, leaves that watch unchanged. If the account
 * owns the domain, returns `yours` and does not watch it.
 */
export async function add(
	deps: Deps,
	{ personId, name, underCents, accountId: chosen, keepsExisting = false, extendsOrder = false }: Actor & WantedName,
): Promise<
	| { kind: "watched"; watchId: number }
	| { kind: "yours"; domain: string }
	| { kind: "invalid" }
	| { kind: "full" }
	| Trouble
> {
	const access = await openAccess(deps, personId, chosen);
	if ("kind" in access) return access;
	const parsed = parseDomain(name);
	if (!parsed.ok) return { kind: "invalid" };
	const { id: accountId } = access.account;
	const owned = await ownedAmong(deps.db, accountId, [parsed.ascii]);
	if (owned.length > 0) return { kind: "yours", domain: parsed.ascii };
	const kept = await nameWatchesOf(deps.db, personId, accountId);
	const existing = kept.find(({ subject }) => subject === parsed.ascii);
	if (existing && keepsExisting) return { kind: "watched", watchId: existing.id };
	if (!existing && kept.length >= mostNames) return { kind: "full" };
	const inYear = new Date((await readClock(deps.db)).getTime() + yearMs);
	const watchId = await deps.db.transaction(async (tx) => {
		const locked = existing && (await lockNameWatch(tx, personId, existing.id));
		const order = locked ? buyOf(locked) : null;
		const params = { underCents, ...(order && { buy: order }) };
		const endsAt = locked && order && !extendsOrder ? locked.endsAt : inYear;
		return keepWatch(tx, { kind: "name", accountId, personId, subject: parsed.ascii, params, endsAt });
	});
	return { kind: "watched", watchId };
}

/** Lists the names that the person watches with the active account. */
export async function list(deps: Deps, { personId }: Actor): Promise<NameWatches> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const rows = await nameWatchesOf(deps.db, personId, access.account.id);
	return { kind: "watches", watches: rows.map(nameWatchOf) };
}

/**
 * Returns one of the names that the person watches; null if the watch has ended or was deleted. `inactive`: the
 * person's connection to the account of the watch, if another account is active now.
 */
export async function read(
	{ db }: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<(NameWatch & Pick<AvailableName, "inactive">) | null> {
	const row = await findNameWatch(db, personId, watchId);
	if (row?.state !== "running") return null;
	const connection = (await connectionsOf(db, personId)).find((each) => each.accountId === row.accountId);
	return { ...nameWatchOf(row), inactive: inactiveOf(connection) };
}

export async function stop({ db }: Deps, { personId, watchId }: Actor & { watchId: number }): Promise<void> {
	await deleteNameWatch(db, personId, watchId);
}

/**
 * Returns a watched name right before the notification about it is sent. First asks the service again, because the
 * notification may be old. If the service does not answer, the stored answer decides. Returns null if the person can no
 * longer register the name within the price limit. Then no notification is sent. The name counts as not reported, so
 * that a later check can report it.
 */
export async function available(
	deps: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<AvailableName | null> {
	const watch = await findNameWatch(deps.db, personId, watchId);
	const access = watch && (await openAccess(deps, personId, watch.accountId));
	if (!watch || !access || "kind" in access) return null;
	const result = await findOffer(deps, access, watch.subject);
	const answer = nameAnswerOf(watch.answer);
	const inactive = inactiveOf(access.connection);
	const found = { watchId, domain: watch.subject, inactive, ...(answer?.asked && { asked: answer.asked }) };
	const underCents = buyOf(watch) ? null : underCentsOf(watch);
	if (result.kind === "trouble") return answer?.available === true ? found : null;
	if (result.kind === "offer" && isWanted(result.offer, underCents)) return found;
	if (answer) await saveAnswer(deps.db, watch, { ...answer, missedSince: null, reportedUnder: undefined });
	return null;
}

function inactiveOf(connection: Connected | undefined): AvailableName["inactive"] {
	if (!connection?.account || connection.active) return null;
	return { connectionId: connection.id, userId: connection.account.userId };
}

function nameWatchOf(watch: Watch): NameWatch {
	const { id, accountId, subject, answeredAt, failure, endsAt } = watch;
	const { available: isAvailable = null, registerCents = null } = nameAnswerOf(watch.answer) ?? {};
	const underCents = underCentsOf(watch);
	return {
		id,
		accountId,
		domain: subject,
		underCents,
		available: isAvailable,
		registerCents,
		answeredAt,
		failure,
		endsAt,
		buyCents: buyOf(watch)?.ceilingCents ?? null,
	};
}

/** The bot may report a name again only after the name was unavailable or too expensive for this long. */
const quietMs = 24 * 3_600_000;

const nameAnswer = z.object({
	/** True if the name is available; null if the service did not say. */
	available: z.boolean().nullable(),
	registerCents: z.number().nullable(),
	/** The price limit with which the name was reported; null for any price. Undefined if it was not reported. */
	reportedUnder: z.number().nullable().optional(),
	/** When the name became unavailable or too expensive after its report, in ISO 8601; null if it did not. */
	missedSince: z.string().nullable(),
	/** Why the bot did not buy the name under its standing order. Undefined if it had no reason to ask. */
	asked: z.enum(askReasons).optional().catch(undefined),
});
type NameAnswer = z.infer<typeof nameAnswer>;

function nameAnswerOf(stored: unknown): NameAnswer | null {
	return nameAnswer.safeParse(stored).data ?? null;
}

function underCentsOf({ params }: { params: Record<string, unknown> }): number | null {
	return z.number().safeParse(params["underCents"]).data ?? null;
}

/**
 * True if the name is available for at most `underCents`; null allows any price. With a limit, a name without a known
 * price is not wanted.
 */
function isWanted({ available, registerCents }: Offer, underCents: number | null): boolean {
	return available && (underCents === null || (registerCents !== null && registerCents <= underCents));
}

/**
 * Returns the answer to store, and whether to report the name:
 * - A name is reported once for each price limit.
 * - It is reported again only after a day in which no check found it available within the limit.
 * - Without an offer, the answer is unknown, and nothing is reported.
 */
function decideName(
	last: NameAnswer | null,
	offer: Offer | null,
	{ underCents, now }: { underCents: number | null; now: Date },
): { answer: NameAnswer; report: boolean } {
	const wasReported = last?.reportedUnder !== undefined && last.reportedUnder === underCents;
	const kept = wasReported ? { reportedUnder: underCents } : {};
	const missedSince = wasReported ? last.missedSince : null;
	if (!offer) return { answer: { available: null, registerCents: null, missedSince, ...kept }, report: false };
	const { available, registerCents } = offer;
	const facts = { available, registerCents };
	if (isWanted(offer, underCents)) {
		return { answer: { ...facts, missedSince: null, reportedUnder: underCents }, report: !wasReported };
	}
	if (!wasReported) return { answer: { ...facts, missedSince: null }, report: false };
	const since = missedSince ?? now.toISOString();
	const isOver = now.getTime() - Date.parse(since) >= quietMs;
	return { answer: { ...facts, ...(isOver ? { missedSince: null } : { missedSince: since, ...kept }) }, report: false };
}

const everyMs = 15 * 60_000;
/** One check also covers the person's other watched names in the same account, if they are due within this time. */
const windowMs = 5 * 60_000;
/**
 * One check covers several watches. If it fails, the watch that ran the check retries soon, and the other watches wait
 * this long. The retry also covers those of them that are due by then.
 */
const pauseMs = 10 * 60_000;
const batchSize = 100;

/**
 * Searches for the names that the person watches and that are due soon, in calls of 100 names. Reports those that are
 * now available within their price limit.
 */
export const name: WatchDeclaration = {
	everyMs,

	async look(look) {
		const { deps, watch, now } = look;
		const others = await leaseOtherNames(deps.db, watch, windowMs);
		const answered = ({ answeredAt }: Watch): number => answeredAt?.getTime() ?? 0;
		// A registrar that is asked about a few names only is asked about those with the oldest answers.
		const due = [watch, ...others.toSorted((one, other) => answered(one) - answered(other))];
		const found = await offersFor(
			look,
			due.map(({ subject }) => subject),
		);
		if ("kind" in found) {
			const nextAt = new Date(now.getTime() + pauseMs);
			const failure = found.trouble === "paced" ? null : found.trouble;
			await deps.db.transaction(async (tx) => {
				for (const each of others) await saveLook(tx, each, { failure, nextAt });
			});
			return found;
		}
		const judged: Judged[] = [];
		const isAsked = ({ subject }: Watch) => !found.unasked.has(subject);
		// One after another, because a purchase takes several calls.
		for (const each of due.filter(isAsked)) judged.push(await judge(look, each, found.offers.get(each.subject)));
		const [own, ...rest] = judged;
		if (!own) return { kind: "unfinished", afterMs: everyMs };
		return {
			kind: "answer",
			answer: { ...own.answer },
			...(own.isOwned && { nextAt: null }),
			async record(tx) {
				const reported = own.report ? [own.watch] : [];
				const soonAt = new Date(now.getTime() + unaskedMs);
				for (const other of others.filter((each) => !isAsked(each)))
					await saveLook(tx, other, { failure: null, nextAt: soonAt });
				for (const { watch: other, answer, isOwned, report } of rest) {
					const isOver = isOwned || (other.endsAt !== null && other.endsAt <= now);
					const nextAt = isOver ? null : new Date(now.getTime() + everyMs);
					const saved = await saveLook(tx, other, { answer: { ...answer }, failure: null, nextAt });
					if (saved && report) reported.push(other);
				}
				for (const { id, personId } of reported) {
					if (personId === null) continue;
					const subject = { kind: "name", id } as const;
					const rows = await addNotificationsAsNewMessages(tx, [personId], subject, now.toISOString());
					await deps.enqueue(tx, "bot.outbox", rows);
				}
			},
		};
	},
};

/**
 * Decides what the service's offer for a name (availability and price) means for a watch of this name. `isOwned`: true
 * if the account got the domain after the watch began. The watch then ends without a notification.
 */
async function judge(look: Look, watch: Watch, offer: Offer | undefined): Promise<Judged> {
	const { deps, now } = look;
	const order = buyOf(watch);
	const isOwned =
		(await knownSince(deps.db, watch.accountId, watch.subject, watch.createdAt)) ||
		(order !== null && (await isBought(deps.db, order)));
	const last = nameAnswerOf(watch.answer);
	if (!order) {
		const decided = decideName(last, offer ?? null, { underCents: underCentsOf(watch), now });
		return { watch, isOwned, answer: decided.answer, report: decided.report && !isOwned };
	}
	const asked = offer?.available && !isOwned ? await buy(look, watch, offer, last?.asked) : null;
	// A standing order reports at any price, but only if the person must decide: once, as a watch without a limit.
	const decided = decideName(last, offer ?? null, { underCents: null, now });
	if (asked) return { watch, isOwned, answer: { ...decided.answer, asked }, report: decided.report };
	const { reportedUnder: _, ...answer } = decided.answer;
	const kept = last?.reportedUnder === undefined ? {} : { reportedUnder: last.reportedUnder };
	return { watch, isOwned, answer: { ...answer, ...kept }, report: false };
}

interface Judged {
	watch: Watch;
	isOwned: boolean;
	answer: NameAnswer;
	report: boolean;
}

/** A registrar that checks single names only allows few such questions, so one check asks about this many names. */
const mostSingly = 3;
const unaskedMs = 60_000;

interface Found {
	/** By name, without the names for which the service returned no offer. */
	offers: Map<string, Offer>;
	/** The service did not say if they are available. Never the first name. */
	unasked: ReadonlySet<string>;
}

async function offersFor(look: Look, names: string[]): Promise<Found | Trouble> {
	const { deps, access, options } = look;
	const facts = [];
	for (let from = 0; from < names.length; from += batchSize) {
		const part = names.slice(from, from + batchSize);
		const result = await ask(deps, access, () => lookUp(access.client, part, options));
		if (result.kind !== "ok") return result;
		for (const item of result.value) if (item.kind === "offer") facts.push(item.offer);
	}
	const lacksPrice = facts.some((each) => each.available === true && each.registerCents === null);
	const list = lacksPrice ? await ask(deps, access, () => access.client.zones(options)) : null;
	const known = offersOf(facts, list?.kind === "ok" ? list.value : []);
	const offers = new Map(known.map((each) => [each.domain, each]));
	const unchecked = names.filter((each) => offers.get(each)?.unchecked);
	for (const each of unchecked) offers.delete(each);
	const singly = unchecked.slice(0, mostSingly);
	for (const each of singly) {
		const result = await ask(deps, access, () => access.client.search(each, options));
		const offer = result.kind === "ok" && result.value.offers.find(({ domain }) => domain === each);
		if (offer) offers.set(each, offerOf(offer));
	}
	const unasked = unchecked.filter((each) => !offers.has(each) && each !== names[0]);
	return { offers, unasked: new Set(unasked) };
}

const mostCents = 1_000_000;

/**
 * Turns a watch of a name into a standing order, or back into a watch. `ceilingCents`: the highest price of the first
 * year that the bot may pay without another question; null turns the order off.
 */
export async function setBuy(
	{ db }: Deps,
	{ personId, watchId, ceilingCents }: Actor & { watchId: number; ceilingCents: number | null },
): Promise<{ kind: "saved" | "invalid" | "not_found" }> {
	if (ceilingCents !== null && !(Number.isInteger(ceilingCents) && ceilingCents > 0 && ceilingCents <= mostCents))
		return { kind: "invalid" };
	return db.transaction(async (tx) => {
		const watch = await lockNameWatch(tx, personId, watchId);
		if (watch?.state !== "running") return { kind: "not_found" };
		const { buy, ...params } = watch.params;
		const { accountId, subject, endsAt } = watch;
		// An order that is running stays known, so that a new ceiling cannot cause a second purchase.
		const order: StandingOrder | null = ceilingCents === null ? null : { ...buyOf({ params: { buy } }), ceilingCents };
		const changed = { ...params, ...(order && { buy: order }) };
		await keepWatch(tx, { kind: "name", accountId, personId, subject, endsAt, params: changed });
		return { kind: "saved" };
	});
}

/**
 * Buys an available name under its standing order, once and at most at its ceiling. Returns why the person is to decide
 * instead; null if the name was ordered, or if there is nothing to do now.
 */
async function buy(
	{ deps, watch: { accountId } }: Look,
	watch: Watch,
	offer: Offer,
	asked: AskReason | undefined,
): Promise<AskReason | null> {
	const { id, personId, subject: domain } = watch;
	const order = await deps.db.transaction((tx) => lockStandingOrder(tx, id));
	if (personId === null || !order || !mayUseBot(deps, personId)) return null;
	if (offer.premium) return "premium";
	if (offer.registerCents !== null && offer.registerCents > order.ceilingCents) return "ceiling";
	const open = { personId, accountId, kind: "register", domain } as const;
	if (await hasOpenQuote(deps.db, { ...open, own: true })) return null;
	// A program cannot hold up what the person has already allowed: its quote is replaced. But if the last attempt asked
	// the person, this one may buy nothing either, and the program's proposal would be lost.
	if (asked && (await hasOpenQuote(deps.db, open))) return asked;
	const own: Deps = { ...deps, priority: "background" };
	const quoted = await quoteLines(own, personId, "register", [{ domain, years: 1 }], { accountId });
	if (quoted.kind === "nothing" && quoted.skipped[0]?.reason === "no_price") return "unknown";
	const quote = quoted.kind === "quoted" ? quoted.operation.quote : null;
	if (quoted.kind !== "quoted" || !quote) return null;
	const { id: operationId, items } = quoted.operation;
	const isPremium = items.some(({ premium }) => premium);
	let isDear = false;
	const input = { personId, operationId, number: quote.number };
	const result = await confirmIf(deps, input, async (tx) => {
		const current = await lockStandingOrder(tx, id);
		isDear = current !== null && quote.totalCents > current.ceilingCents;
		if (!current || isDear || isPremium) return false;
		await recordPurchase(tx, id, { ...current, operationId });
		return true;
	});
	if (result?.kind === "confirmed") return null;
	// The quote must not stay behind as one of theirs. But they may have found it and confirmed it in the same second.
	const isWithdrawn = await deps.db.transaction((tx) => withdrawQuote(tx, deps, { personId, operationId }));
	if (!isWithdrawn) return null;
	return isPremium ? "premium" : isDear ? "ceiling" : result && reasonOf(result);
}
