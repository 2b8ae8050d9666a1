import type { AlertTopic } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { routes } from "../../routes.ts";
import { footer, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";

/** Types of events from the service that have an alert text in `locales/` and a switch under `/alerts`. */
export const alertTypes = ["domain.registered", "domain.renewed", "domain.blocked", "domain.unblocked"];
/** Types of events that the bot detects itself. They also have a switch under `/alerts`. */
const ownTypes = ["price.changed"];
/** Types of events that have a translated name. The bot shows any other type as the service sent it. */
export const namedEvents: ReadonlySet<string> = new Set([...alertTypes, "webhook.test"]);
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
	return "label" in topic ? topic.label : topic.domain;
}

/** Returns the name of an alert topic for a notice, such as `Renewed`, `example.com` or `example.com, Blocks`. */
function topicText(t: T, { topic, value }: { topic: string; value: string }): Html {
	if (topic === "type") return t.html(`alerts-${value.replaceAll(".", "-")}`);
	const name = topic === "domain" || topic === "block" ? nameText(value) : html`${shorten(value, longestLabel)}`;
	return topic === "block" || topic === "label_block" ? html`${name}, ${t("alerts-blocks")}` : name;
}

/**
 * Shows a switch for each type of alert. Also shows two switches for each domain or label that is muted or named in
 * `params`. The first is for alerts about blocks, the second for all other alerts.
 */
export function alertsView(t: T, mutes: readonly AlertTopic[], params: ParamsOf<typeof routes.alerts>): View {
	const switchOf = (text: string, topic: AlertTopic) =>
		tap(`${isMuted(mutes, topic) ? "🔕" : "🔔"} ${text}`, topic.topic, { value: subjectOf(topic) });
	const kinds = [...alertTypes, ...ownTypes].map((type) => [
		switchOf(t(`alerts-${type.replaceAll(".", "-")}`), { topic: "type", type }),
	]);
	const rowOf = (of: "domain" | "label", value: string) =>
		of === "domain"
			? [
					switchOf(nameLabel(value), { topic: "domain", domain: value }),
					switchOf(t("alerts-blocks"), { topic: "block", domain: value }),
				]
			: [
					switchOf(`🏷 ${shorten(value, longestLabel)}`, { topic: "label", label: value }),
					switchOf(t("alerts-blocks"), { topic: "label_block", label: value }),
				];
	const wanted = { domain: params.domain, label: params.label };
	const values = (of: "domain" | "label") => {
		const muted = mutes.filter((each) => of in each).map(subjectOf);
		const first = wanted[of];
		return [...new Set([...(first === undefined ? [] : [first]), ...muted])].map((value) => ({ of, value }));
	};
	const [domains, labels] = [values("domain"), values("label")];
	const isWanted = ({ of, value }: { of: "domain" | "label"; value: string }) => wanted[of] === value;
	const listed = [...domains, ...labels].toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)));
	const shown = pageOf(listed, params.page ?? 1, pageSize);
	const text = paragraphs([
		noticeText(t, params.noticeKey, params.topic && { what: topicText(t, params.topic) }),
		t.html("alerts-title"),
		t.html("alerts-domain"),
		pageLabel(t, shown),
	]);
	const rows = shown.items.map(({ of, value }) => rowOf(of, value));
	const back = link(t("button-back"), routes.settings, {});
	return { text, buttons: [...kinds, ...rows, pager(t, shown), footer(t, back)] };
}
