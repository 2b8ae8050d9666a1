import type { ListResult, NotOffered, Offer } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer, listedName, lookAlikeText, nameLabel, namesInRow } from "../../format.ts";
import { type Html, html, lines } from "../../html.ts";
import { problemText } from "../../problem.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, type View } from "../../view.ts";
import { type Pasted, pageSize } from "./pasted.ts";

const mostShown = 25;
const mostCards = 6;

/** A long list before anything is asked: how much of it is names, and the way to begin. */
export function countView(t: T, list: Pasted): View {
	const parts = [t.html("list-found", { count: list.names.length }), tooMany(t, list), refusedLines(t, list)];
	const begin =
		list.names.length > 0
			? [link(t("list-check", { count: nextOf(list, 0) }), routes.list, { ...list, from: 0 }, "primary")]
			: [];
	return { text: lines(parts, "\n\n"), buttons: [begin, footer(t)] };
}

/** What the service says of one page of the list: free ones first, cheapest first. */
export function pageView(t: T, list: Pasted, result: ListResult): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const from = list.from ?? 0;
	const free = result.offers
		.filter((offer) => offer.available)
		.sort((a, b) => (a.registerCents ?? 0) - (b.registerCents ?? 0));
	const { yours } = result;
	const taken = result.offers.filter((offer) => !offer.available && !yours.includes(offer.domain));
	const counts = { free: free.length, yours: yours.length, taken: taken.length, not: result.not.length };
	const parts = [
		t.html("list-counts", counts),
		lines([...free.slice(0, mostShown).map((offer) => freeLine(t, offer)), restLine(t, free.length)]),
		yours.length > 0 && t.html("list-yours", { names: namesInRow(yours.slice(0, mostShown)) }),
		taken.length > 0 &&
			t.html("list-taken", { names: namesInRow(taken.slice(0, mostShown).map(({ domain }) => domain)) }),
		lines(result.not.slice(0, 10).map((each) => notLine(t, each))),
		from === 0 && refusedLines(t, list),
		tooMany(t, list),
		result.sandbox && t.html("sandbox-note"),
	];
	return {
		text: lines(parts, "\n\n"),
		buttons: [orderButtons(t, free), ...cardButtons(yours), turnButtons(t, list, from), footer(t)],
	};
}

/** One's own names, to be opened. */
function cardButtons(yours: readonly string[]): Button[][] {
	return yours.slice(0, mostCards).map((domain) => [tap(`🌐 ${nameLabel(domain)}`, "card", { value: domain })]);
}

function freeLine(t: T, { domain, registerCents, premium }: Offer): Html {
	const price = registerCents === null ? t("price-unknown") : t.money(registerCents);
	const line = html`✅ ${listedName(domain)} · ${price}${premium ? " 💎" : ""}`;
	return lines([line, lookAlikeText(t, domain, true)]);
}

function restLine(t: T, count: number): Html | null {
	return count > mostShown ? t.html("operation-more", { count: count - mostShown }) : null;
}

function notLine(t: T, not: NotOffered): Html {
	return html`⚠️ ${listedName(not.name)} — ${whyNot(t, not)}`;
}

function whyNot(t: T, { name, reason, problem, code, message = "" }: NotOffered): Html {
	if (problem !== undefined) return t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: name });
	if (code === undefined || code === "refused") return t.html(`list-not-${reason}`);
	return problemText(t, { code, message: message.slice(0, 120) });
}

/** The pieces that are no names, each with its reason. */
export function refusedLines(t: T, { refused, refusedMore }: Pick<Pasted, "refused" | "refusedMore">): Html | null {
	if (refused.length === 0) return null;
	const rows = refused.slice(0, 10).map(({ text, problem, part }) => {
		return html`⚠️ <code>${nameLabel(text)}</code> — ${t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: nameLabel(part) })}`;
	});
	const more = refused.length + refusedMore - rows.length;
	return lines([
		t.html("list-refused", { count: refused.length + refusedMore }),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

function tooMany(t: T, { more }: Pasted): Html | null {
	return more > 0 ? t.html("list-too-many", { count: more }) : null;
}

function orderButtons(t: T, free: readonly Offer[]): Button[] {
	if (free.length === 0) return [];
	const names = JSON.stringify(free.map((offer) => offer.domain));
	return [tap(t("list-register", { count: free.length }), "register", { value: names, style: "success" })];
}

function turnButtons(t: T, list: Pasted, from: number): Button[] {
	const turn = (text: string, target: number) => link(text, routes.list, { ...list, from: target });
	const next = from + pageSize;
	return [
		...(from > 0 ? [turn(t("button-previous"), from - pageSize)] : []),
		...(next < list.names.length ? [turn(t("list-check", { count: nextOf(list, next) }), next)] : []),
	];
}

function nextOf({ names }: Pasted, from: number): number {
	return Math.min(pageSize, names.length - from);
}
