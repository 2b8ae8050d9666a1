import type { Digest } from "../../../actions/index.ts";
import { namedEvents } from "../../notifications.ts";
import { footer, inlineNames, linkedName, linkedReference } from "../../screens/format.ts";
import { html, lines, type Part, paragraphs, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { linkInNewMessage, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The maximum number of event types that a digest lists, one line each. No known service sends more types. */
const mostKinds = 10;

export function digestView(t: T, { since, until, events, expiring, doubts, spent }: Digest): View {
	const happened = events.slice(0, mostKinds).map(({ type, count, domains }) => {
		const what = namedEvents.has(type) ? t.html(`alerts-${type.replaceAll(".", "-")}`) : html`${shorten(type, 60)}`;
		return lines([html`${what}: ${count}`, inlineNames(domains), moreThan(t, count, domains)], " · ");
	});
	const soon = expiring.first.map(({ domain, expiresAt }) =>
		lines([linkedName(domain), html`${t.date(expiresAt)}`], " · "),
	);
	const orders = doubts.first.map((reference) => linkedReference(reference));
	const sums = spent.map(({ userId, sandbox, cents, names, unknown }) =>
		lines(
			[
				t.html("digest-spent", { money: t.money(cents), count: names, user: String(userId) }),
				unknown > 0 && t.html("digest-spent-unknown", { count: unknown }),
				sandbox && t.html("sandbox-note"),
			],
			" · ",
		),
	);
	const section = (key: string, listed: readonly Part[], count = 0) =>
		listed.length > 0 && lines([t.html(key, { count }), ...listed]);
	const parts = [
		lines([t.html("digest-title"), t.html("digest-period", { since: t.time(since), until: t.time(until) })]),
		section("digest-happened", happened),
		expiring.total > 0 && section("digest-expiring", [...soon, moreThan(t, expiring.total, soon)], expiring.total),
		doubts.total > 0 &&
			section("digest-doubts", [lines(orders, ", "), moreThan(t, doubts.total, orders)], doubts.total),
		section("digest-spending", sums),
	];
	const links = [
		...(expiring.total > 0 ? [linkInNewMessage(t("digest-open-expiring"), routes.domains, { filter: "30" })] : []),
		...(doubts.total > 0 ? [linkInNewMessage(t("home-operations"), routes.operations, { filter: "open" })] : []),
	];
	return {
		text: paragraphs(parts),
		buttons: [links, footer(t, linkInNewMessage(t("settings-digest"), routes.digestSettings, {}))],
	};
}

function moreThan(t: T, total: number, listed: readonly unknown[]): Part {
	return total > listed.length && listed.length > 0 && t.html("alert-many-more", { count: total - listed.length });
}
