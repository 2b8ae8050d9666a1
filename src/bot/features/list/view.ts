import type { ListResult, NotOffered, Offer } from "../../../actions/index.ts";
import { sumOrNull } from "../../../rules/money.ts";
import type { Page } from "../../../rules/pages.ts";
import { routes } from "../../routes.ts";
import { footer, inlineNames, listedName, lookAlikeText, nameLabel } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs } from "../../screens/html.ts";
import { pageLabel, pager, selectAllButtons, selectButton } from "../../screens/list.ts";
import { isSelected } from "../../screens/list-position.ts";
import { problemText } from "../../screens/service-error.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { type ListParams, pageSize } from "./assemble-list.ts";

const mostShown = 25;
/** The limit includes the markup. Telegram allows 4,096 characters without it. */
const mostCharacters = 2_800;
const mostPieces = 10;
const mostCards = 6;
/** A longer list has buttons that select all names or none. */
const mostUnselected = 4;

/** Shown for a long list before any lookup: how many names it has, and a button to start. */
export function countView(t: T, list: ListParams): View {
	const parts = [t.html("list-found", { count: list.names.length }), tooMany(t, list), refusedLines(t, list)];
	const begin =
		list.names.length > 0
			? [link(t("list-check", { count: nextOf(list, 0) }), routes.list, { ...list, from: 0 }, "primary")]
			: [];
	return { text: paragraphs(parts), buttons: [begin, footer(t)] };
}

/** Shows the results for one hundred names by page: available names first, the cheapest at the top. */
export function pageView(t: T, list: ListParams, result: ListResult): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const from = list.from ?? 0;
	const { yours, not } = result;
	const free = result.offers
		.filter((offer) => offer.available)
		.sort((a, b) => (a.registerCents ?? 0) - (b.registerCents ?? 0));
	const taken = result.offers.filter((offer) => !offer.available && !yours.includes(offer.domain));
	const refused = not.filter((each) => !isUnclear(each));
	const unclear = not.filter(isUnclear);
	const chosen = free.filter(({ domain }) => isSelected(list.selected, domain));
	const entries: { group: string; text: Html; offer?: Offer }[] = [
		...free.map((offer) => ({
			group: "free",
			offer,
			text: freeLine(t, offer, isSelected(list.selected, offer.domain)),
		})),
		...yours.map((domain) => ({ group: "yours", text: inlineNames([domain]) })),
		...taken.map(({ domain }) => ({ group: "taken", text: inlineNames([domain]) })),
		...[...refused, ...unclear].map((each) => ({ group: "not", text: notLine(t, each) })),
		...(from === 0 ? list.refused : []).map((each) => ({ group: "pieces", text: pieceLine(t, each) })),
	];
	const shown = messageOf(entries, list.page ?? 1);
	const groups = Map.groupBy(shown.items, ({ group }) => group);
	const of = (group: string, separator = "\n") => {
		const texts = groups.get(group)?.map(({ text }) => text);
		return texts ? lines(texts, separator) : null;
	};
	const [own, others, pieces] = [of("yours", ", "), of("taken", ", "), of("pieces")];
	const counts = { free: free.length, yours: yours.length, taken: taken.length };
	const parts = [
		countsLine(t, { ...counts, refused: refused.length, unclear: unclear.length }),
		of("free"),
		own && t.html("list-yours", { names: own }),
		others && t.html("list-taken", { names: others }),
		of("not"),
		pieces && lines([piecesLine(t, list), pieces, shown.page === shown.pages && morePieces(t, list)]),
		pageLabel(t, shown),
		tooMany(t, list),
		totalLines(t, free, chosen),
		result.sandbox && t.html("sandbox-note"),
	];
	const onPage = shown.items.flatMap(({ offer }) => (offer ? [offer] : []));
	const select =
		free.length > 1 ? onPage.map(({ domain }) => selectButton(list.selected, domain, nameLabel(domain))) : [];
	const everything = free.length > mostUnselected ? [selectAllButtons(t, free.length)] : [];
	const buttons = [
		...inRows(select, 2),
		...everything,
		orderButtons(t, chosen),
		...cardButtons(yours),
		pager(t, shown),
		turnButtons(t, list, from),
	];
	return { text: paragraphs(parts), buttons: [...buttons, footer(t)] };
}

/** Returns the entries that fit in one message, for names of any length. */
function messageOf<Entry extends { text: Html }>(entries: readonly Entry[], wanted: number): Page<Entry> {
	const pages: Entry[][] = [[]];
	let length = 0;
	for (const entry of entries) {
		const last = pages.at(-1) ?? [];
		length += entry.text.toString().length;
		if (last.length < mostShown && (length <= mostCharacters || last.length === 0)) last.push(entry);
		else {
			pages.push([entry]);
			length = entry.text.toString().length;
		}
	}
	const page = Math.min(Math.max(1, wanted), pages.length);
	const items = pages[page - 1] ?? [];
	const before = pages.slice(0, page - 1).flat().length;
	const from = items.length === 0 ? 0 : before + 1;
	return { items, page, pages: pages.length, total: entries.length, from, to: before + items.length };
}

/** True if a later lookup may answer. A refusal is final. */
function isUnclear({ reason, code = "" }: NotOffered): boolean {
	return reason === "unknown" || ["provider_error", "rate_limited", "request_in_progress"].includes(code);
}

function countsLine(t: T, counts: Readonly<Record<"free" | "yours" | "taken" | "refused" | "unclear", number>>): Html {
	const told = Object.entries(counts).filter(([of, count]) => count > 0 || of === "free" || of === "taken");
	return lines(
		told.map(([of, count]) => t.html(`list-count-${of}`, { count })),
		" · ",
	);
}

/** Buttons that open the person's own domains. */
function cardButtons(yours: readonly string[]): Button[][] {
	return yours.slice(0, mostCards).map((domain) => [tap(`🌐 ${nameLabel(domain)}`, "card", { value: domain })]);
}

function freeLine(t: T, { domain, registerCents, premium }: Offer, selected: boolean): Html {
	const price = registerCents === null ? t("price-unknown") : t.money(registerCents);
	const line = html`${selected ? "✅" : "▫️"} ${listedName(domain)} · ${price}${premium ? " 💎" : ""}`;
	return lines([line, lookAlikeText(t, domain, true)]);
}

function notLine(t: T, not: NotOffered): Html {
	return html`${isUnclear(not) ? "❔" : "🚫"} ${listedName(not.name)} — ${whyNot(t, not)}`;
}

function whyNot(t: T, { name, reason, problem, code, message = "" }: NotOffered): Html {
	if (problem !== undefined) return t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: name });
	if (code === undefined || code === "refused") return t.html(`list-not-${reason}`);
	return problemText(t, { code, message: message.slice(0, 120) });
}

/** Lists the parts of a text that are not names, each with its reason. */
export function refusedLines(t: T, list: Pick<ListParams, "refused" | "refusedMore">): Html | null {
	const { refused } = list;
	if (refused.length === 0) return null;
	const shown = refused.slice(0, mostPieces);
	return lines([piecesLine(t, list), ...shown.map((each) => pieceLine(t, each)), morePieces(t, list, shown.length)]);
}

function piecesLine(t: T, { refused, refusedMore }: Pick<ListParams, "refused" | "refusedMore">): Html {
	return t.html("list-refused", { count: refused.length + refusedMore });
}

function pieceLine(t: T, { text, problem, part }: ListParams["refused"][number]): Html {
	return html`⚠️ <code>${nameLabel(text)}</code> — ${t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: nameLabel(part) })}`;
}

function morePieces(
	t: T,
	{ refused, refusedMore }: Pick<ListParams, "refused" | "refusedMore">,
	shown = refused.length,
): Html | null {
	const more = refused.length + refusedMore - shown;
	return more > 0 ? t.html("operation-more", { count: more }) : null;
}

function tooMany(t: T, { more }: ListParams): Html | null {
	return more > 0 ? t.html("list-too-many", { count: more }) : null;
}

/** Says how many names are selected, what they cost now and at renewal. One name has its price above. */
function totalLines(t: T, free: readonly Offer[], chosen: readonly Offer[]): Html | null {
	if (free.length < 2) return null;
	const [now, renewal] = [
		sumOrNull(chosen.map((each) => each.registerCents)),
		sumOrNull(chosen.map((each) => each.renewCents)),
	];
	return lines([
		chosen.length < free.length && t.html("selection-count", { count: chosen.length, total: free.length }),
		now !== null && chosen.length > 0 && t.html("list-total", { money: t.money(now) }),
		renewal !== null && chosen.length > 0 && t.html("list-total-renewal", { money: t.money(renewal) }),
	]);
}

function orderButtons(t: T, chosen: readonly Offer[]): Button[] {
	if (chosen.length === 0) return [];
	const names = JSON.stringify(chosen.map((offer) => offer.domain));
	return [tap(t("list-register", { count: chosen.length }), "register", { value: names, style: "primary" })];
}

function turnButtons(t: T, list: ListParams, from: number): Button[] {
	const pageLink = (text: string, target: number) => link(text, routes.list, { ...list, from: target, page: 1 });
	const next = from + pageSize;
	return [
		...(from > 0 ? [pageLink(t("button-previous"), from - pageSize)] : []),
		...(next < list.names.length ? [pageLink(t("list-check", { count: nextOf(list, next) }), next)] : []),
	];
}

function nextOf({ names }: ListParams, from: number): number {
	return Math.min(pageSize, names.length - from);
}
