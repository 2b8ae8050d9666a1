import type { AlertTopic } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, nameLabel, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";

/** The service's events that have a text in `locales/` and a switch under `/alerts`. */
export const alertTypes = ["domain.registered", "domain.renewed", "domain.blocked", "domain.unblocked"];
/** The types of events that a person may see by a name of ours. Other types are shown as the service names them. */
export const namedEvents: ReadonlySet<string> = new Set([...alertTypes, "webhook.test"]);
const mostDomains = 20;

export function isMuted(mutes: readonly AlertTopic[], topic: AlertTopic): boolean {
	return mutes.some((each) => keyOf(each) === keyOf(topic));
}

function keyOf(topic: AlertTopic): string {
	return topic.topic === "type" ? `type ${topic.type}` : `${topic.topic} ${topic.domain}`;
}

/** Shows a switch for each type of alert, and two for each muted domain and for `domain`: all but blocks, and blocks. */
export function alertsView(
	t: T,
	mutes: readonly AlertTopic[],
	{ noticeKey, domain }: ParamsOf<typeof routes.alerts>,
): View {
	const markOf = (topic: AlertTopic) => (isMuted(mutes, topic) ? "🔕" : "🔔");
	const kinds = alertTypes.map((type) => {
		return [
			tap(`${markOf({ topic: "type", type })} ${t(`alerts-${type.replaceAll(".", "-")}`)}`, "type", { value: type }),
		];
	});
	const muted = mutes.flatMap((each) => (each.topic === "type" ? [] : [each.domain]));
	const domains = [...new Set([...(domain === undefined ? [] : [domain]), ...muted])].slice(0, mostDomains);
	const rows = domains.map((value) => [
		tap(`${markOf({ topic: "domain", domain: value })} ${nameLabel(value)}`, "domain", { value }),
		tap(`${markOf({ topic: "block", domain: value })} ${t("alerts-blocks")}`, "block", { value }),
	]);
	const text = paragraphs([noticeText(t, noticeKey), t.html("alerts-title"), t.html("alerts-domain")]);
	return { text, buttons: [...kinds, ...rows, footer(t, link(t("button-back"), routes.settings, {}))] };
}
