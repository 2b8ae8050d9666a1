import { parseDomain } from "@domains/contract/names.ts";
import type { BoardFacts, ListedName } from "../../../actions/board/board.ts";
import { boardSorts } from "../../../rules/choices.ts";
import { readSpaced } from "../../../rules/input-words.ts";
import { placesOf } from "../../../rules/pages.ts";
import { inlineNames, listedName, lookAlikeText, marked, nameLabel, pricesLabel } from "../../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs } from "../../screens/html.ts";
import { filterButtons, pageLabel, pager, selectAllButtons } from "../../screens/list.ts";
import { mostNames } from "../../screens/list-position.ts";
import { pieceLine } from "../../screens/shared/refused-names.ts";
import type { T } from "../../screens/texts.ts";
import { problemText, troubleView } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { boardFilters, routes } from "../../screens.ts";
import type { Position } from "./assemble-list.ts";

/**
 * If the HTML of the available names is longer than this, each name gets a shorter form. Telegram allows 4,096
 * characters in a message, not counting tags. The message also needs space for other texts.
 */
const mostCharacters = 2_800;
/**
 * The screen offers buttons that correct an entry with a space, such as `my shop.com`. This is the maximum number of
 * entries with such buttons.
 */
const mostCorrected = 4;
/**
 * If a list has more names than this, it has additional buttons. They filter and sort the names, and select all or none
 * of them.
 */
const mostUnselected = 4;
/** While the lookup runs, the screen shows at most this number of available names. */
const mostPreviewed = 10;

/**
 * Shows the progress of the lookup of a board (a stored list of names). Once the lookup has ended or was stopped, shows
 * the results instead.
 */
export function boardView(t: T, board: BoardFacts, position: Position, pageSize: number): View {
	const { state, trouble, total, checked } = board;
	const unfinished = checked < total;
	// A lookup of a short list that failed before it returned any result shows only the reason. The retry button renders
	// this screen again, which starts the lookup again.
	if (trouble && checked === 0 && state === "running" && total <= pageSize * 4) return troubleView(t, trouble);
	if (state === "running" && unfinished) return progressView(t, board);
	return resultView(t, board, position, pageSize);
}

function progressView(t: T, board: BoardFacts): View {
	const { checked, total, trouble, names } = board;
	const found = names.filter(({ state }) => state === "available").slice(0, mostPreviewed);
	const parts = [
		lines([t.html("list-progress", { checked, total }), checked > 0 && countsLine(t, board)]),
		trouble && troubleView(t, trouble).text,
		lines(found.map((each) => availableLine(t, each, "✅", false))),
		notes(t, board),
	];
	return { text: paragraphs(parts), buttons: [[tap(t("list-stop"), "stop")]] };
}

function resultView(t: T, board: BoardFacts, position: Position, pageSize: number): View {
	const { state, trouble, total, checked, names, matching, available, chosen, counts, balanceCents } = board;
	const { filter } = position;
	const stopped = state === "stopped" && checked < total;
	const shown = { items: [...names], ...placesOf(matching, position.page ?? 1, pageSize) };
	const of = (...states: ListedName["state"][]) => names.filter((each) => states.includes(each.state));
	const [own, taken, free] = [of("yours"), of("taken"), of("available")];
	const isLong = lines(free.map((each) => availableLine(t, each, "▫️", false))).toString().length > mostCharacters;
	const pieces = of("not_name");
	const ascii = (list: readonly ListedName[]) => inlineNames(list.map(({ name }) => name));
	const parts = [
		total === 0 && t.html("list-found", { count: 0 }),
		lines([
			stopped && t.html("list-stopped", { checked, total }),
			total > 0 && countsLine(t, board),
			filter && t.html("domains-filtered", { filter: filterName(t, filter, balanceCents) }),
		]),
		stopped && trouble && troubleView(t, trouble).text,
		filter && matching === 0 && t.html("list-none"),
		lines([
			free.some(({ code }) => code === "unchecked") && t.html("offers-unchecked"),
			free.length > 0 && t.html("shortlist-hint"),
			...free.map((each) => availableLine(t, each, each.chosen ? "✅" : "▫️", isLong)),
		]),
		own.length > 0 && t.html("list-yours", { names: ascii(own) }),
		taken.length > 0 && t.html("list-taken", { names: ascii(taken) }),
		lines(of("refused", "unknown").map((each) => notLine(t, each))),
		pieces.length > 0 && skippedLines(t, pieces, board, shown.page === shown.pages),
		pageLabel(t, shown),
		notes(t, board, pieces.length === 0 && total > 0 && (filter ? "filtered" : "later")),
		totalLines(t, board, position.years),
		board.sandbox && t.html("sandbox-note"),
	];
	const ticks = available > 1 ? free.map(tickButton) : [];
	const buttons = [
		...inRows(ticks, 2),
		available > mostUnselected ? selectAllButtons(t, available, free, chosen.count) : [],
		controls(t, board, position),
		orderButtons(t, chosen.count, board.mostOrdered),
		stopped || counts.unknown > 0
			? [tap(t(stopped ? "list-continue" : "button-again"), "resume", { style: "primary" })]
			: [],
		...pieces.slice(0, mostCorrected).map(correctButtons),
		stopped ? [] : ownButton(t, own, board.counts.yours),
		pager(t, shown),
	];
	return { text: paragraphs(parts), buttons };
}

function tickButton({ name, chosen }: ListedName): Button {
	const label = nameLabel(name);
	return chosen ? tap(`☑️ ${label}`, "untick", { value: name }) : tap(`▫️ ${label}`, "tick", { value: name });
}

/**
 * Returns buttons with the possible corrections of an entry with a space, such as `myshop.com` for `my shop.com`. A name
 * outside the column of names can be added as it is.
 */
function correctButtons({ name: text, code }: ListedName): Button[] {
	const found = code === "spaces" ? readSpaced(text) : undefined;
	const other = code === "elsewhere" ? parseDomain(text) : undefined;
	return [...(found ? [found.joined, found.own] : []), ...(other?.ok ? [other] : [])].map(({ ascii }) =>
		tap(`➕ ${nameLabel(ascii)}`, "correct", { value: `${text}\n${ascii}` }),
	);
}

function countsLine(t: T, { counts }: BoardFacts): Html {
	const { available: free, yours, taken, refused, unknown: unclear } = counts;
	const shown = Object.entries({ free, yours, taken, refused, unclear }).filter(
		([of, count]) => count > 0 || of === "free" || of === "taken",
	);
	return lines(
		shown.map(([of, count]) => t.html(`list-count-${of}`, { count })),
		" · ",
	);
}

/**
 * Counts what the list does not contain: repeated names, names above the limit, and words that are not names.
 * `whereSkipped` says why this page does not list these words:
 * - `later`: they are on the last page.
 * - `filtered`: the filter hides them.
 */
function notes(
	t: T,
	{ duplicates, leftOut, skipped }: BoardFacts,
	whereSkipped: "later" | "filtered" | false = false,
): Part {
	return lines([
		duplicates > 0 && t.html("list-duplicates", { count: duplicates }),
		leftOut > 0 && t.html("list-too-many", { count: leftOut }),
		skipped > 0 && whereSkipped === "later" && t.html("list-skipped", { count: skipped }),
		skipped > 0 && whereSkipped === "filtered" && t.html("list-skipped-filtered", { count: skipped }),
	]);
}

/**
 * Lists the words on this page that are not names. The bot stores only some of these words. The last page says how many
 * were not stored.
 */
function skippedLines(
	t: T,
	pieces: readonly ListedName[],
	{ skipped, unlisted }: Pick<BoardFacts, "skipped" | "unlisted">,
	isLast: boolean,
): Html {
	const shown = pieces.length;
	const isWhole = shown + unlisted === skipped;
	return lines([
		isWhole ? t.html("list-refused", { count: skipped }) : t.html("list-refused-part", { shown, count: skipped }),
		...pieces.map(({ name: text, code, message }) => pieceLine(t, { text, problem: code ?? "", part: message ?? "" })),
		isLast && unlisted > 0 && t.html("operation-more", { count: unlisted }),
	]);
}

function availableLine(t: T, listed: ListedName, mark: string, short: boolean): Html {
	const { name, registerCents, renewCents } = listed;
	const isUnknown = registerCents === null && renewCents === null;
	const prices = isUnknown ? t("price-unknown") : pricesLabel(t, listed);
	const warning = lookAlikeText(t, name, true);
	const shown = short ? html`${nameLabel(name)}` : listedName(name);
	return lines([html`${mark} ${shown} · ${prices}${short && warning ? " ⚠️" : ""}`, !short && warning]);
}

function notLine(t: T, { name, state, code, message }: ListedName): Html {
	const isUnclear = state === "unknown";
	const why =
		code === null || code === "refused"
			? t.html(isUnclear ? "list-not-unknown" : "list-not-refused")
			: code === "subdomain"
				? t.html("list-not-subdomain", { whole: nameLabel(message ?? "") })
				: problemText(t, { code, message: (message ?? "").slice(0, 120) });
	return html`${isUnclear ? "❔" : "🚫"} ${listedName(name)} — ${why}`;
}

/**
 * Shows how many names are selected, how many of these the filter hides, and what the order costs now and at renewal.
 * One order has a maximum number of names. The line about this limit comes first, because the costs include only the
 * names within the limit. Also shows the balance, and how much is missing. If only one name is available and the order
 * is for one year, shows no cost, because the line of that name already shows it.
 */
function totalLines(t: T, { available, chosen, mostOrdered, balanceCents }: BoardFacts, years: number): Part {
	const { count, hidden, nowCents, renewCents } = chosen;
	const shortByCents = count > 0 && balanceCents !== null ? (nowCents ?? 0) - balanceCents : 0;
	const short = shortByCents > 0 && t.html("quote-short", { money: t.money(shortByCents) });
	const others = count > 0 && hidden > 0 && t.html("list-hidden", { count: hidden });
	if (available < 2 && years === 1) return lines([others, short]);
	return lines([
		count < available && t.html("selection-count", { count, total: available }),
		others,
		count > mostOrdered && t.html("list-over-order", { most: mostOrdered }),
		nowCents !== null && count > 0 && t.html("list-total", { money: t.money(nowCents), years }),
		renewCents !== null && count > 0 && t.html("list-total-renewal", { money: t.money(renewCents) }),
		balanceCents !== null && count > 0 && t.html("quote-balance", { money: t.money(balanceCents) }),
		short,
	]);
}

function controls(t: T, { total, available, matching }: BoardFacts, { years, filter }: Position): Button[] {
	if (filter && matching === 0) return [tap(t("list-show-all"), "clear"), tap(t("list-options"), "filters")];
	if (total > mostUnselected || filter) return [tap(t("list-options"), "filters")];
	return available > 0 ? [yearsButton(t, years)] : [];
}

function yearsButton(t: T, years: number): Button {
	return tap(`📅 ${t("register-years-button", { count: years })}`, "ask_years");
}

/**
 * Returns a button to the names of this list that the person already owns: to the card of the only one, otherwise to
 * *My domains*, where the tap also selects them.
 */
function ownButton(t: T, [only]: readonly ListedName[], count: number): Button[] {
	if (count > 1) return [tap(t("list-own", { count: Math.min(count, mostNames) }), "own")];
	return only ? [tap(`🌐 ${nameLabel(only.name)}`, "card", { value: only.name })] : [];
}

function orderButtons(t: T, count: number, most: number): Button[] {
	if (count === 0) return [];
	return [tap(t("list-register", { count: Math.min(count, most) }), "register", { style: "primary" })];
}

/** Says that the list was deleted, because it was too old or the person disconnected its account. */
export function goneView(t: T): View {
	return { text: t.html("list-gone") };
}

/**
 * Offers to look up a list of `count` names. The text with the names may also have been a late answer to an interrupted
 * question.
 */
export function askView(t: T, count: number): View {
	const check = count > 0 ? [tap(t("list-check", { count }), "check", { style: "primary" })] : [];
	return { text: t.html("list-found", { count }), buttons: [check] };
}

function filterName(t: T, filter: string, balanceCents: number | null): string {
	const under = /^under-(\d+)$/.exec(filter)?.[1];
	if (under !== undefined) return t("shortlist-filter-under", { money: t.money(Number(under) * 100) });
	if (filter === "fair") return t("shortlist-filter-fair");
	return t(`list-filter-${filter}`, { money: t.money(balanceCents ?? 0) });
}

/** The filters, the orders, and the years of registration. */
export function optionsView(t: T, { balanceCents, available }: BoardFacts, position: Position): View {
	const { filter, sort: chosen = "price", years } = position;
	// Without a known balance, do not offer the filter by balance.
	const offered = boardFilters.filter((each) => each !== "balance" || balanceCents !== null);
	const sorts = boardSorts.map((sort) => {
		return tap(marked(t(`list-sort-${sort}`), sort === chosen), "sort", { value: sort });
	});
	return {
		text: t.html("list-filters"),
		buttons: [
			...filterButtons(offered, filter, (each) => filterName(t, each, balanceCents)),
			[tap(t("domains-filter-none"), "clear")],
			...(available > 0 ? [...inRows(sorts, 2), [yearsButton(t, years)]] : []),
		],
		back: link(t("button-back"), routes.list, position),
	};
}

export function yearsView(t: T, position: Position): View {
	const years = Array.from({ length: 10 }, (_, index) => index + 1).map((count) =>
		tap(marked(t("register-years-button", { count }), count === position.years), "years", {
			value: String(count),
		}),
	);
	return { text: t.html("list-years"), buttons: inRows(years, 2) };
}
