import type { Alert, AlertGroup } from "../../../actions/index.ts";
import { isBlank } from "../../../rules/blank.ts";
import { routes } from "../../routes.ts";
import { footer, nameText, optionalLine } from "../../screens/format.ts";
import { html, lines, paragraphs, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { namedEvents } from "./mutes.ts";

/** Shows one alert, or a list of those that arrived within a minute. */
export function alertGroupView(t: T, { alerts, more }: AlertGroup): View {
	const [first] = alerts;
	if (!first) return goneView(t);
	if (alerts.length === 1 && more === 0) return alertView(t, first);
	const { type, sandbox } = first;
	const count = alerts.length + more;
	const title = namedEvents.has(type)
		? t.html(`alert-many-${type.replaceAll(".", "-")}`, { count })
		: t.html("alert-many-other", { count, type: html`<code>${shorten(type, 80)}</code>` });
	const names = alerts.map(({ domain, past }) =>
		lines(
			[domain !== null && nameText(domain), past && t.html("alert-many-past", { type: type.replaceAll(".", "-") })],
			" · ",
		),
	);
	const parts = [
		title,
		lines([...names, more > 0 && t.html("alert-many-more", { count: more })]),
		type === "domain.blocked" && t.html("domain-blocked-next"),
		lines([
			t.html("alert-when", { time: t.time(first.occurredAt ?? first.receivedAt) }),
			sandbox && t.html("sandbox-note"),
		]),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			[link(t("home-domains"), routes.domains, {})],
			footer(t, linkInNewMessage(t("settings-alerts"), routes.alerts, {})),
		],
	};
}

/** Shows the domain first, then what happened and when, and one button for the next step. */
export function alertView(t: T, alert: Alert): View {
	const { type, domain, reason, clientRef, operation, sandbox, past, reportsEnd } = alert;
	const what = namedEvents.has(type)
		? t.html(`alert-${type.replaceAll(".", "-")}${past ? "-past" : ""}`)
		: t.html("alert-other", { type: html`<code>${shorten(type, 80)}</code>` });
	const parts = [
		lines([domain !== null && nameText(domain), what]),
		optionalLine(t, "alert-reason", "reason", reason),
		type === "domain.blocked" &&
			!past &&
			lines([t.html("domain-blocked-next"), reportsEnd && t.html("domain-blocked-heard")], " "),
		lines([
			optionalLine(t, "operation-label", "label", clientRef),
			operation && html`${t("operation-reference")} <code>${operation.reference}</code>`,
			t.html("alert-when", { time: t.time(alert.occurredAt ?? alert.receivedAt) }),
			sandbox && t.html("sandbox-note"),
		]),
	];
	const mute = linkInNewMessage(t("settings-alerts"), routes.alerts, {
		...(domain !== null && { domain }),
		...(clientRef !== null && !isBlank(clientRef) && { label: clientRef }),
	});
	return { text: paragraphs(parts), buttons: [next(t, alert), footer(t, mute)] };
}

/** The operator sees the reference only, not whose domain it is. */
export function operatorAlertView(t: T, reference: string): View {
	return { text: t.html("operator-alert", { reference: html`<code>${reference}</code>` }) };
}

export function goneView(t: T): View {
	return { text: t.html("alert-gone"), buttons: [footer(t)], gone: true };
}

function next(t: T, { domain, operation }: Alert): Button[] {
	if (domain !== null) return [link(t("operation-domain"), routes.domain, { domain })];
	if (operation)
		return [tap(t("operation-open", { reference: operation.reference }), "reference", { value: operation.reference })];
	return [];
}
