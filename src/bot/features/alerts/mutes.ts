import type { AlertTopic } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, nameLabel, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
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
	return topic.topic === "type" ? `type ${topic.type}` : `domain ${topic.domain}`;
}

/** Shows a switch for each type of alert and one for each muted domain. */
export function alertsView(t: T, mutes: readonly AlertTopic[], noticeKey: string | undefined): View {
	const kinds = alertTypes.map((type) => {
		const mark = isMuted(mutes, { topic: "type", type }) ? "🔕" : "🔔";
		return [tap(`${mark} ${t(`alerts-${type.replaceAll(".", "-")}`)}`, "type", { value: type })];
	});
	const domains = mutes.flatMap((each) => (each.topic === "domain" ? [each.domain] : [])).slice(0, mostDomains);
	const rows = domains.map((domain) => [tap(`🔕 ${nameLabel(domain)}`, "domain", { value: domain })]);
	const text = paragraphs([noticeText(t, noticeKey), t.html("alerts-title"), t.html("alerts-domain")]);
	return { text, buttons: [...kinds, ...rows, footer(t, link(t("button-back"), routes.settings, {}))] };
}
