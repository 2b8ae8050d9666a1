import { centsOf } from "@domains/contract/money.ts";
import type { AvailableName, NameWatch, NameWatches } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { footer, marked, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { lines, paragraphs } from "../../screens/html.ts";
import { closedListView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;
const limits = [1_000, 2_000, 4_000, 10_000];

/**
 * Parses a text such as "brand.com 40" or "brand.com under $39.50". Returns null for a text of another form.
 * `underCents` is null if the text contains no price.
 */
export function readWatch(text: string): { name: string; underCents: number | null } | null {
	const found = /^(\S+)(?:\s+(?:\p{L}+\s+)?\$?(\d{1,7}(?:[.,]\d{1,2})?)\$?)?$/u.exec(text.trim());
	const [, name, sum] = found ?? [];
	if (name === undefined) return null;
	const underCents = sum === undefined ? null : centsOf(Number(sum.replace(",", ".")));
	return underCents === undefined ? null : { name, underCents };
}

export function watchesView(t: T, result: NameWatches, place: ParamsOf<typeof routes.watches>): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { noticeKey, name } = place;
	const notice = noticeText(t, noticeKey, name === undefined ? {} : { name: nameText(name) });
	const shown = pageOf(result.watches, place.page ?? 1, pageSize);
	return closedListView(t, {
		title: paragraphs([notice, t.html("watch-title")]),
		notes: [t.html(shown.total === 0 ? "watch-none" : "watch-every")],
		shown,
		row: (watch) => link(`${signOf(watch)} ${nameLabel(watch.domain)}`, routes.watchedName, { watchId: watch.id }),
	});
}

function signOf({ available, failure }: NameWatch): string {
	if (failure !== null) return "⚠️";
	return available === true ? "✅" : "⏳";
}

/**
 * Shows a watched name: what the watch waits for, the last result, why the last lookup failed, and when the watch ends.
 */
export function watchedView(
	t: T,
	watch: (NameWatch & Pick<AvailableName, "inactive">) | null,
	noticeKey?: string,
): View {
	const back = link(t("button-back"), routes.watches, {});
	if (!watch) return { text: t.html("watch-gone"), buttons: [footer(t, back)] };
	const { id, domain, underCents, failure, endsAt, inactive, buyCents } = watch;
	const limit = (text: string, cents: number | null) =>
		tap(marked(text, cents === underCents), "limit", { value: cents === null ? "" : String(cents) });
	const from = routeRef(routes.watchedName, { watchId: id });
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			t.html("watch-name", { name: nameText(domain) }),
			buyCents !== null
				? t.html("buy-goal", { money: t.money(buyCents) })
				: underCents === null
					? t.html("watch-goal-any")
					: t.html("watch-goal-under", { money: t.money(underCents) }),
			lines([
				nowText(t, watch),
				failure !== null && t.html("watch-failed", { why: failure }),
				endsAt && t.html("watch-ends", { date: t.date(endsAt) }),
			]),
			inactive && t.html("watch-other-account", { user: String(inactive.userId) }),
		]),
		buttons: [
			...inRows(
				limits.map((cents) => limit(t.money(cents), cents)),
				2,
			),
			[limit(t("watch-any-price"), null)],
			[
				buyCents === null
					? link(t("buy-for-me"), routes.standingOrder, { watchId: id })
					: tap(t("buy-off"), "keep_watch"),
			],
			[
				inactive
					? tap(t("watch-switch"), "switch", { value: String(inactive.connectionId) })
					: link(t("watch-offer"), routes.offer, { name: domain, from }),
			],
			[tap(t("watch-extend"), "extend"), tap(t("watch-stop"), "unwatch")],
			footer(t, back),
		],
	};
}

/** The highest ceiling of a standing order, in cents. */
export const mostCeiling = 1_000_000;

/** Asks for the ceiling of a standing order. With a ceiling, says what the bot will do without another question. */
export function standingOrderView(
	t: T,
	watch: NameWatch | null,
	{ watchId, ceilingCents, rejectedInput }: ParamsOf<typeof routes.standingOrder>,
): View {
	const back = link(t("button-back"), routes.watchedName, { watchId });
	if (!watch) return { text: t.html("watch-gone"), buttons: [footer(t, link(t("button-back"), routes.watches, {}))] };
	const name = nameText(watch.domain);
	if (ceilingCents === undefined) {
		const sums = limits.map((cents) => tap(t.money(cents), "sum", { value: String(cents) }));
		const rejected = rejectedInput !== undefined && t.html("spending-limits-bad", { input: rejectedInput });
		return {
			text: paragraphs([rejected, t.html("buy-ask", { name })]),
			buttons: [...inRows(sums, 2), footer(t, back)],
		};
	}
	const money = t.money(ceilingCents);
	return {
		text: paragraphs([
			t.html("buy-confirm", { name, money }),
			watch.endsAt && t.html("watch-ends", { date: t.date(watch.endsAt) }),
			t.html("buy-instead"),
		]),
		buttons: [[tap(t("buy-allow", { money }), "allow", { style: "primary" })], footer(t, back)],
	};
}

function nowText(t: T, { available, registerCents, answeredAt }: NameWatch) {
	if (available === null || answeredAt === null) return t.html("watch-now-none");
	const time = t.time(answeredAt);
	if (!available) return t.html("watch-now-taken", { time });
	const money = registerCents === null ? t("price-unknown") : t.money(registerCents);
	return t.html("watch-now-available", { time, money });
}
