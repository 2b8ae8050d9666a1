import type { AlertTopic } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { alertTypes } from "../../notifications.ts";
import { footer, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, paragraphs, shorten } from "../../screens/html.ts";
import { closedListView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The types of alerts that have a switch: events of the service, and those that the bot detects itself. */
export const switchedTypes: readonly string[] = [...alertTypes, "price.changed"];
const pageSize = 10;
const longestLabel = 24;

export function isMuted(mutes: readonly AlertTopic[], topic: AlertTopic): boolean {
	return mutes.some((each) => keyOf(each) === keyOf(topic));
}

function keyOf(topic: AlertTopic): string {
	return `${topic.topic} ${subjectOf(topic)}`;
}

export function subjectOf(topic: AlertTopic): string {
	if (topic.topic === "type") return topic.type;
	if ("tag" in topic) return topic.tag;
	return "label" in topic ? topic.label : topic.domain;
}

/** Returns the name of an alert topic for a notice, such as `Renewals of all domains` or `example.com, Blocks`. */
function topicText(t: T, { topic, value }: { topic: string; value: string }): Html {
	if (topic === "type") return t.html(`alerts-all-${value.replaceAll(".", "-")}`);
	const name = topic === "domain" || topic === "block" ? nameText(value) : html`${shorten(value, longestLabel)}`;
	return topic === "block" || topic === "label_block" ? html`${name}, ${t("alerts-blocks")}` : name;
}

/** A domain or label with its own alerts, and which of them are off. */
interface Difference {
	about: { domain: string } | { label: string };
	value: string;
	off: "blocks" | "others" | "all";
}

/** Returns the domains, then the labels, whose alerts differ from those of all domains. Each list is sorted. */
export function differencesOf(mutes: readonly AlertTopic[]): Difference[] {
	return (["domain", "label"] as const).flatMap((of) => {
		const values = [...new Set(mutes.filter((each) => of in each).map(subjectOf))].toSorted();
		return values.map((value) => {
			const own = mutes.filter((each) => of in each && subjectOf(each) === value);
			const isBlock = ({ topic }: AlertTopic) => topic === "block" || topic === "label_block";
			const off = own.length > 1 ? "all" : own.some(isBlock) ? "blocks" : "others";
			return { about: of === "domain" ? { domain: value } : { label: value }, value, off };
		});
	});
}

/**
 * Shows the switches for alerts: those of the domain and of the label in `params`, or else one switch for each type of
 * alert.
 */
export function alertsView(t: T, mutes: readonly AlertTopic[], params: ParamsOf<typeof routes.alerts>): View {
	const { domain, label, from, topic, noticeKey } = params;
	const switchOf = (text: string, about: AlertTopic) => [
		tap(`${isMuted(mutes, about) ? "🔕" : "🔔"} ${text}`, about.topic, { value: subjectOf(about) }),
	];
	const tag = { label: shorten(label ?? "", longestLabel) };
	const own: Button[][] = [
		...(domain === undefined
			? []
			: [
					switchOf(t("alerts-domain-blocks"), { topic: "block", domain }),
					switchOf(t("alerts-domain-others"), { topic: "domain", domain }),
				]),
		...(label === undefined
			? []
			: [
					switchOf(t("alerts-label-blocks", tag), { topic: "label_block", label }),
					switchOf(t("alerts-label-others", tag), { topic: "label", label }),
				]),
	];
	const isOwn = own.length > 0;
	const name = domain === undefined ? html`<b>${tag.label}</b>` : nameText(domain);
	const types = switchedTypes.map((type) =>
		switchOf(t(`alerts-all-${type.replaceAll(".", "-")}`), { topic: "type", type }),
	);
	return {
		text: paragraphs([
			noticeText(t, noticeKey, topic && { what: topicText(t, topic) }),
			isOwn ? t.html("alerts-title-one", { name }) : t.html("alerts-title"),
			!isOwn && t.html("alerts-domain"),
		]),
		buttons: [
			...(isOwn ? [...own, [link(t("alerts-all"), routes.alerts, {})]] : types),
			footer(t, from ? backTo(t("button-back"), from) : link(t("button-back"), routes.notifications, {})),
		],
	};
}

/** Lists the domains and labels whose alerts differ. Each row opens its switches. */
export function alertDifferencesView(
	t: T,
	mutes: readonly AlertTopic[],
	{ page = 1 }: ParamsOf<typeof routes.alertDifferences>,
): View {
	const differences = differencesOf(mutes);
	const from = routeRef(routes.alertDifferences, { page });
	return closedListView(t, {
		title: t.html("alerts-differ-title"),
		shown: pageOf(differences, page, pageSize),
		row({ about, value, off }) {
			const name = "domain" in about ? nameLabel(value) : `🏷 ${shorten(value, longestLabel)}`;
			return link(`${name} · ${t(`alerts-differ-${off}`)}`, routes.alerts, { ...about, from });
		},
		details: [differences.length === 0 && t.html("alerts-differ-none"), t.html("alerts-domain")],
		back: link(t("button-back"), routes.notifications, {}),
	});
}
