import { isBlank } from "@domains/contract/bounds.ts";
import type { Alert, AlertGroup } from "../../../actions/event/report.ts";
import {
	durationText,
	goneView,
	linkedName,
	linkedReference,
	namedEvents,
	nameLabel,
	optionalLine,
} from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, plainText, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/**
 * Events that follow a paid order. If the account is a sandbox (a test account), only alerts about these events say
 * that the money is not real.
 */
const paidEvents: ReadonlySet<string> = new Set(["domain.registered", "domain.renewed"]);

/** The maximum length of the names in one message, in characters. Telegram allows 4,096 of text. */
const mostCharacters = 3_000;

/** Shows one alert, or a list of several alerts of the same type that arrived within a minute. */
export function alertGroupView(t: T, group: AlertGroup, mine = 0): View {
	const { alerts, more } = group;
	const [first] = alerts;
	if (!first) return goneView(t);
	const outside = outsideParts(t, group, mine);
	if (alerts.length === 1 && more === 0) return alertView(t, first, outside);
	const { type, sandbox } = first;
	const count = alerts.length + more;
	const key = type.replaceAll(".", "-");
	const title = outside
		? t.html(`alert-outside-many-${key}`, { count })
		: namedEvents.has(type)
			? t.html(`alert-many-${key}`, { count })
			: t.html("alert-many-other", { count, type: html`<code>${shorten(type, 80)}</code>` });
	const names = alerts.map((alert) => {
		const { domain, past, reason } = alert;
		const state = lastedText(t, alert) ?? (past && t.html("alert-many-past", { type: key }));
		const why = reason !== null && !isBlank(reason) && html`${shorten(reason, 60)}`;
		return lines([domain !== null && linkedName(domain), timesText(t, alert), state, why], " · ");
	});
	// Names can be so long that not all of them fit a message.
	const fitting = names.filter((_line, index) => plainText(lines(names.slice(0, index + 1))).length <= mostCharacters);
	const left = alerts.length - fitting.length + more;
	// Show at most eight buttons, in four rows of two, so that the message fits on a phone without scrolling.
	const blocked = type === "domain.blocked" ? alerts.filter(({ past }) => !past).slice(0, 8) : [];
	const parts = [
		title,
		lines([...fitting, left > 0 && t.html("alert-many-more", { count: left })]),
		outside?.money,
		outside?.question,
		blocked.length > 0 && t.html("domain-blocked-next"),
		lines([
			t.html("alert-when", { time: t.time(first.occurredAt ?? first.receivedAt) }),
			sandbox && paidEvents.has(type) && t.html("sandbox-note"),
		]),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			...(outside?.buttons ?? []),
			...inRows(
				blocked.flatMap((alert) => pageButton(alert, `⛔ ${nameLabel(alert.domain ?? "")}`)),
				2,
			),
			[link(t("home-domains"), routes.domains, {})],
		],
		back: linkInNewMessage(t("settings-alerts"), routes.alerts, {}),
	};
}

interface OutsideParts {
	/** What the purchases cost, and the balance after them; null if both are unknown. */
	money: Html | null;
	question: Html;
	buttons: Button[][];
}

/** Null if all purchases were made in this bot. `mine`: how many events the person has recognized as their own. */
function outsideParts(
	t: T,
	{ alerts, count, accountId, chargedCents, balanceCents }: AlertGroup,
	mine: number,
): OutsideParts | null {
	if (!alerts.some(({ outside }) => outside)) return null;
	const money = lines([
		chargedCents !== null && t.html("alert-outside-charged", { money: t.money(chargedCents) }),
		balanceCents !== null && t.html("alert-outside-balance", { money: t.money(balanceCents) }),
	]);
	if (mine >= count) return { money, question: t.html("alert-outside-yours"), buttons: [] };
	const freeze = linkInNewMessage(t("freeze-start-account"), routes.freeze, { domain: "", accountId });
	const buttons = [[tap(t("elsewhere-mine"), "mine", { value: String(count) }), freeze]];
	return { money, question: t.html("alert-outside-question"), buttons };
}

export function alertView(t: T, alert: Alert, outside: OutsideParts | null = null): View {
	const { type, domain, reason, clientRef, operation, sandbox, past, reportsEnd } = alert;
	const lasted = lastedText(t, alert);
	const isEnded = type === "domain.blocked" && lasted !== null;
	const what = isEnded
		? html`✅ ${lasted}`
		: outside
			? t.html(`alert-outside-${type.replaceAll(".", "-")}`, { times: alert.times })
			: namedEvents.has(type)
				? t.html(`alert-${type.replaceAll(".", "-")}${past ? "-past" : ""}`)
				: t.html("alert-other", { type: html`<code>${shorten(type, 80)}</code>` });
	const parts = [
		lines([
			domain !== null && linkedName(domain),
			what,
			!outside && timesText(t, alert),
			alert.expiresAt && t.html("alert-outside-expires", { date: t.date(alert.expiresAt) }),
			!isEnded && lasted && t.html("alert-blocked-for", { duration: durationText(t, alert.blockedMs ?? 0) }),
		]),
		outside?.money,
		optionalLine(t, "alert-reason", "reason", reason),
		type === "domain.blocked" &&
			!past &&
			lines([t.html("domain-blocked-next"), reportsEnd && t.html("domain-blocked-heard")], " "),
		lines([
			optionalLine(t, "operation-label", "label", clientRef),
			operation && html`${t("operation-reference", { kind: "register" })} ${linkedReference(operation.reference)}`,
			t.html("alert-when", { time: t.time(alert.occurredAt ?? alert.receivedAt) }),
			sandbox && paidEvents.has(type) && t.html("sandbox-note"),
		]),
		outside?.question,
	];
	const mute = linkInNewMessage(t("settings-alerts"), routes.alerts, {
		...(domain !== null && { domain }),
		...(clientRef !== null && !isBlank(clientRef) && { label: clientRef }),
	});
	return { text: paragraphs(parts), buttons: [...(outside?.buttons ?? []), next(t, alert)], back: mute };
}

/**
 * Shows the operator of the bot only the reference of an operation. The operator must not see the person or the domain.
 */
export function operatorAlertView(t: T, { reference, asked }: { reference: string; asked: boolean }): View {
	const code = html`<code>${reference}</code>`;
	return { text: t.html(asked ? "operator-alert" : "operator-alert-stuck", { reference: code }), closed: true };
}

/**
 * How long a block lasted. Both alerts show it, about the start of the block and about its end. Null while the domain
 * is blocked, or if the duration is unknown.
 */
function lastedText(t: T, { type, past, blockedMs }: Alert): Html | null {
	const isOver = type === "domain.blocked" || !past;
	return blockedMs !== null && isOver ? t.html("alert-lasted", { duration: durationText(t, blockedMs) }) : null;
}

function timesText(t: T, { times }: Alert): Html | null {
	return times > 1 ? t.html("alert-times", { count: times }) : null;
}

/** The page opens in a new message, so that the alert stays visible and can later show when the block ended. */
function pageButton({ domain, id }: Alert, label: string): Button[] {
	return domain === null ? [] : [linkInNewMessage(label, routes.incident, { domain, eventId: id })];
}

function next(t: T, alert: Alert): Button[] {
	const { domain, operation, type, past } = alert;
	if (type === "domain.blocked" && !past) return pageButton(alert, t("incident-open"));
	if (domain !== null) return [link(t("operation-domain"), routes.domain, { domain })];
	if (operation)
		return [tap(t("operation-open", { reference: operation.reference }), "reference", { value: operation.reference })];
	return [];
}
