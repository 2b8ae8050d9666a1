import type { AlertTopic } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { alertTypes } from "../../notifications.ts";
import { footer, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { type AlertRow, routes } from "../../screens.ts";

/** Types of events that the bot detects itself. They also have a switch under `/alerts`. */
const ownTypes = ["price.changed"];
const pageSize = 10;
const longestLabel = 24;
/**
 * The maximum number of rows in `kept`, a parameter of the screen `alerts`. The bot stores the parameters of each
 * screen in the database, so they must stay small.
 */
const mostKept = 20;

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

/** Returns the name of an alert topic for a notice, such as `Renewed`, `example.com` or `example.com, Blocks`. */
function topicText(t: T, { topic, value }: { topic: string; value: string }): Html {
	if (topic === "type") return t.html(`alerts-${value.replaceAll(".", "-")}`);
	const name = topic === "domain" || topic === "block" ? nameText(value) : html`${shorten(value, longestLabel)}`;
	return topic === "block" || topic === "label_block" ? html`${name}, ${t("alerts-blocks")}` : name;
}

/**
 * Adds the topic to `kept`. The screen shows a row for each entry of `kept`, muted or not. So if a tap unmutes a topic,
 * its row stays and the other rows do not move.
 */
export function keepRow(kept: readonly AlertRow[] = [], topic: AlertTopic): AlertRow[] {
	const of = "label" in topic ? "label" : "domain";
	const row = { of, value: subjectOf(topic) } as const;
	return [...kept.filter((each) => each.of !== of || each.value !== row.value), row].slice(-mostKept);
}

/**
 * Shows the switches for alerts in this order:
 * - for the domain and for the label in `params`, one switch for alerts about blocks and one for all other alerts;
 * - one switch for each type of alert;
 * - the switches of other domains and labels that are muted, or that the person tapped on this screen.
 */
export function alertsView(t: T, mutes: readonly AlertTopic[], params: ParamsOf<typeof routes.alerts>): View {
	const switchOf = (text: string, topic: AlertTopic) =>
		tap(`${isMuted(mutes, topic) ? "🔕" : "🔔"} ${text}`, topic.topic, { value: subjectOf(topic) });
	const kinds = [...alertTypes, ...ownTypes].map((type) => [
		switchOf(t(`alerts-${type.replaceAll(".", "-")}`), { topic: "type", type }),
	]);
	const rowOf = ({ of, value }: AlertRow) =>
		of === "domain"
			? [
					switchOf(nameLabel(value), { topic: "domain", domain: value }),
					switchOf(t("alerts-blocks"), { topic: "block", domain: value }),
				]
			: [
					switchOf(`🏷 ${shorten(value, longestLabel)}`, { topic: "label", label: value }),
					switchOf(t("alerts-blocks"), { topic: "label_block", label: value }),
				];
	const { kept = [] } = params;
	const listed = (["domain", "label"] as const).map((of) => {
		const known = [
			...mutes.filter((each) => of in each).map(subjectOf),
			...kept.filter((each) => each.of === of).map(({ value }) => value),
		];
		return [...new Set(known)]
			.filter((value) => value !== params[of])
			.toSorted()
			.map((value) => ({ of, value }));
	});
	const wanted = (["domain", "label"] as const).flatMap((of) =>
		params[of] === undefined ? [] : [{ of, value: params[of] }],
	);
	const shown = pageOf(listed.flat(), params.page ?? 1, pageSize);
	const text = paragraphs([
		noticeText(t, params.noticeKey, params.topic && { what: topicText(t, params.topic) }),
		t.html("alerts-title"),
		t.html("alerts-domain"),
		pageLabel(t, shown),
	]);
	const back = link(t("button-back"), routes.settings, {});
	return {
		text,
		buttons: [...wanted.map(rowOf), ...kinds, ...shown.items.map(rowOf), pager(t, shown), footer(t, back)],
	};
}
