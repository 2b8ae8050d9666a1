import { sumOrNull } from "@domains/contract/money.ts";
import type {
	Change,
	ConfirmWarning,
	Operation,
	OperationItem,
	OrderDefaults,
	Quote,
} from "../../../actions/operation/types.ts";
import { inlineNames, listedName, lookAlikeText, nameText, optionalLine } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { changeLines } from "../../screens/shared/change.ts";
import { askedItems } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { itemLines, paidText, planListLines } from "./items.ts";

export function quoteLines(t: T, operation: Operation, { now, page }: { now: Date; page: number }): Html | null {
	const { quote, change } = operation;
	if (!quote) return null;
	const items = askedItems(operation);
	if (change) return planLines(t, { items, change, quote }, { now, page });
	const [only] = items;
	const single = items.length === 1 ? only : undefined;
	const { previousCents: before, totalCents: total, balanceCents, balanceAfterCents, shortByCents } = quote;
	const years = common(items.map((item) => item.years));
	const price = years ? "quote-price-years" : "quote-price";
	const renewCents = sumOrNull(items.map((item) => item.renewCents));
	const what = [
		before !== undefined && againLines(t, quote, before),
		single ? null : itemLines(t, items, { page, folds: true }),
		t.html(price, { money: t.money(total), count: years ?? items.length, names: items.length }),
		single?.premium && t.html("offer-premium"),
		quote.expected && t.html("quote-expected"),
		single && paidText(t, single),
		renewCents !== null && t.html("quote-renewal", { money: t.money(renewCents), names: items.length }),
		optionalLine(t, "operation-label", "label", common(items.map((item) => item.clientRef))),
		optionalLine(t, "quote-external", "reference", common(items.map((item) => item.externalRef))),
		optionalLine(t, "profile-default-edge", "key", common(items.map((item) => item.edgeProfileKey))),
	];
	const setup = quote.defaults && defaultLines(t, quote.defaults);
	const money = [
		balanceCents !== null && t.html("quote-balance", { money: t.money(balanceCents) }),
		shortByCents > 0 && t.html("quote-short", { money: t.money(shortByCents) }),
		shortByCents === 0 && balanceAfterCents !== null && t.html("quote-after", { money: t.money(balanceAfterCents) }),
	];
	const warnings = single ? lookAlikeText(t, single.domain) : warningSummary(t, items);
	const pace = quote.pace && paceLines(t, quote.pace, items.length);
	return paragraphs([lines(what), warnings, setup, pace, lines(money), validity(t, quote.expiresAt, now, "price")]);
}

/** The registrar refuses what exceeds its limit of a day, and the service does so before money is held. */
function paceLines(t: T, { seconds, perDay }: NonNullable<Quote["pace"]>, count: number): Html {
	const minutes = Math.ceil((Math.min(count, perDay ?? count) * seconds) / 60);
	return lines([
		t.html("quote-pace", { seconds, minutes }),
		perDay !== null && count > perDay && t.html("quote-pace-day", { most: perDay }),
	]);
}

const mostLookAlikes = 3;

/**
 * Each warning is also shown next to its name, but that part of the list may be folded or on another page. Look-alikes are
 * named here, because the person must see them to check them.
 */
function warningSummary(t: T, items: readonly OperationItem[]): Html {
	const lookAlikes = items.map(({ domain }) => domain).filter((domain) => lookAlikeText(t, domain) !== null);
	const names = inlineNames(lookAlikes.slice(0, mostLookAlikes));
	const more = lookAlikes.length - mostLookAlikes;
	const premium = items.filter((item) => item.premium).length;
	return lines([
		lookAlikes.length > 0 &&
			lines([t.html("quote-look-alikes", { names }), more > 0 && t.html("operation-more", { count: more })], " "),
		premium > 0 && t.html("quote-premium", { count: premium }),
	]);
}

const mostChanged = 3;

/** If neither the total nor another fact has changed, single prices may have, or the price was only read again. */
function againLines(t: T, { totalCents: total, changed = [] }: Quote, before: number): Html {
	const sums = { before: t.money(before), now: t.money(total) };
	const facts = changed.filter(({ fact }) => fact !== "price" || total === before);
	return lines([
		total > before && t.html("quote-rose", { ...sums, more: t.money(total - before) }),
		total < before && t.html("quote-changed", sums),
		total === before && facts.length === 0 && t.html("quote-anew"),
		facts.length > 0 && t.html("quote-meanwhile"),
		...facts.map(({ fact, domains }) => {
			const names = inlineNames(domains.slice(0, mostChanged));
			const more = domains.length - mostChanged;
			const what = t.html("quote-meanwhile-fact", { fact: fact.replaceAll("_", "-"), names });
			return lines([what, more > 0 && t.html("operation-more", { count: more })], " ");
		}),
	]);
}

/** If the person has already confirmed an earlier plan, says why they must confirm again. */
function planLines(
	t: T,
	{ items, change, quote }: { items: readonly OperationItem[]; change: Change; quote: Quote },
	{ now, page }: { now: Date; page: number },
): Html {
	const { moved, expiresAt } = quote;
	const [only] = items;
	const why = moved !== undefined && t.html(moved ? "change-moved" : "change-anew", { kind: change.kind });
	const plan = items.length > 1 ? planListLines(t, items, page) : changeLines(t, only?.change ?? change, "quoted");
	return paragraphs([why, plan, validity(t, expiresAt, now, "change")]);
}

/** Before a second confirmation, the risks are a question, otherwise warnings. */
export function warningLines(
	t: T,
	{ state, quote, risks, items }: Operation,
	{
		finalQuoteNumber,
		warnings = [],
		limitCents,
	}: {
		finalQuoteNumber?: number | undefined;
		warnings?: readonly ConfirmWarning[] | undefined;
		limitCents?: number | undefined;
	},
): Html | null {
	if (state !== "quoted" || !quote) return null;
	const isSecond = finalQuoteNumber === quote.number && warnings.length > 0;
	const limit = limitCents === undefined ? "none" : t.money(limitCents);
	const texts = (isSecond ? warnings : risks).map((each) => t.html(`doubt-${each.replaceAll("_", "-")}`, { limit }));
	const whole = isSecond ? [t.html("doubt-top"), ...texts] : texts.map((each) => html`⚠️ ${each}`);
	return paragraphs([quote.servers && serversLines(t, quote.servers, items.length > 1), lines(whole)]);
}

/** If the order alone is above the daily limit, waiting for the next day does not help. */
export function overCapLine(t: T, operation: Operation): Html | null {
	const { overCap, quote, readAt } = operation;
	if (!overCap || !quote || quote.expiresAt <= readAt) return null;
	const { overCents, capCents, spentCents, endsAt } = overCap;
	const always = overCents > spentCents;
	const sums = { over: t.money(overCents), cap: t.money(capCents), spent: t.money(spentCents) };
	return lines(
		[
			t.html("quote-over-cap", sums),
			always ? t.html("quote-over-cap-always") : t.html("quote-over-cap-until", { time: t.time(endsAt) }),
			t.html("quote-over-cap-next", { several: String(askedItems(operation).length > 1) }),
		],
		" ",
	);
}

export function howToTopUp(
	t: T,
	{
		operation: { state, quote, sandbox },
		now,
		serviceName,
	}: { operation: Operation; now: Date; serviceName?: string | null },
): Html | null {
	if (state !== "quoted" || !quote || quote.shortByCents === 0 || quote.expiresAt <= now) return null;
	if (sandbox) return t.html("quote-top-up-play");
	return t.html("quote-top-up-real", { service: serviceName ?? "none" });
}

const statusKeys: Readonly<Partial<Record<OperationItem["state"], string>>> = {
	confirmed: "running",
	sent: "running",
	accepted: "running",
	unknown: "unknown",
	needs_human: "needs-human",
};

/** What the quote does not cover, by state. Null if there is nothing. */
export function restLines(t: T, { items }: Operation): Html | null {
	const rest = new Map<string, OperationItem[]>();
	for (const item of items) {
		const { phase, state } = item;
		if (phase === "open" && state === "quoted") continue;
		const settled = phase === "succeeded" || phase === "failed";
		const statusKey = settled ? phase : (statusKeys[state] ?? "left");
		rest.set(statusKey, [...(rest.get(statusKey) ?? []), item]);
	}
	if (rest.size === 0) return null;
	const parts = [...rest].map(([status, [first, ...others]]) => {
		const single = first && others.length === 0;
		const what = single ? nameText(first.domain) : t.html("operation-names", { count: others.length + 1 });
		return t.html("quote-rest-part", { status, what });
	});
	return lines([t.html("quote-rest"), ...parts]);
}

function common<Value>(values: readonly (Value | null)[]): Value | null {
	const [first = null] = values;
	return values.every((each) => each === first) ? first : null;
}

function defaultLines(t: T, { edgeProfileKey, nameserverPresetKey, edgeProblem }: OrderDefaults): Html {
	return lines([
		t.html("account-defaults"),
		optionalLine(t, "profile-default-edge", "key", edgeProfileKey),
		optionalLine(t, "profile-default-preset", "key", nameserverPresetKey),
		edgeProblem && t.html(`profile-default-edge-${edgeProblem}`),
	]);
}

function validity(t: T, expiresAt: Date, now: Date, of: "price" | "change"): Html {
	return expiresAt > now ? t.html("quote-until", { time: t.clock(expiresAt) }) : t.html("quote-over", { of });
}

type ServersCheck = NonNullable<Quote["servers"]>;

const mostWarnings = 8;

/** With several domains (`many`), most warnings name the domains that they concern. */
function serversLines(t: T, { warnings, servers, domains, unlisted }: ServersCheck, many: boolean): Html {
	const rest = warnings.length - mostWarnings;
	return lines([
		...warnings.slice(0, mostWarnings).map((each) => html`⚠️ ${warningText(t, each, many)}`),
		rest > 0 && t.html("operation-more", { count: rest }),
		servers.total > 0 && t.html(coverageKey(servers), { ...servers }),
		many && servers.checked > 0 && t.html("servers-domains", { ...domains, rest: domains.total - domains.checked }),
		unlisted && t.html("servers-unlisted"),
	]);
}

function coverageKey({ checked, total }: ServersCheck["servers"]): string {
	if (checked === 0) return "servers-unchecked";
	return checked < total ? "servers-checked-partly" : "servers-checked";
}

function warningText(t: T, { at, problem, domain, more }: ServersCheck["warnings"][number], many: boolean): Html {
	const server = shorten(at, 60);
	const key = `servers-warning-${problem.replaceAll("_", "-")}`;
	// A nameserver that has no address, or does not answer, is useless for every domain. So these warnings name no
	// domain.
	if (!many || problem === "no_address" || problem === "silent") return t.html(key, { at: server });
	return t.html(`${key}-many`, { at: server, name: listedName(domain), more });
}
