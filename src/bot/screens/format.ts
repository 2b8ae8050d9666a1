import { isBlank } from "@domains/contract/bounds.ts";
import { eventTypes } from "@domains/contract/events.ts";
import { type LookAlike, parseDomain, unicodeOf } from "@domains/contract/names.ts";
import { startPayload } from "../../rules/reference.ts";
import { routes } from "../screens.ts";
import { Html, html, lines, shorten } from "./html.ts";
import type { T, Vars } from "./texts.ts";
import { type Button, link, type View } from "./view.ts";

interface Prices {
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/**
 * Formats a domain in Unicode, followed by its punycode if that differs. The two forms have separate tags, so that a
 * person can copy one of them alone.
 */
export function nameText(domain: string): Html {
	return isPlain(domain) ? html`<b>${domain}</b>` : html`<b>${unicodeOf(domain)}</b> (<code>${domain}</code>)`;
}

/**
 * Formats a domain like `nameText`, as a link to its card in this bot. The link also works in a chat that the message is
 * forwarded to. `resolveLinks` completes the address.
 */
export function linkedName(domain: string): Html {
	const payload = startPayload({ kind: "domain", name: domain });
	return payload === null ? nameText(domain) : html`<a href="?start=${payload}">${nameText(domain)}</a>`;
}

/** Formats the reference of an order, as a link to it. */
export function linkedReference(reference: string): Html {
	return html`<a href="?start=${startPayload({ kind: "order", reference }) ?? ""}">${reference}</a>`;
}

/** Completes the links of `linkedName` and `linkedReference`, once the name of the bot is known. */
export function resolveLinks(text: Html, username: string): Html {
	return Html.trusted(text.toString().replaceAll('<a href="?start=', `<a href="https://t.me/${username}?start=`));
}

/** Formats a domain like `nameText`, truncated so that a page of a list fits in one message. */
export function listedName(domain: string): Html {
	const label = nameLabel(domain);
	return isPlain(domain) ? html`<b>${label}</b>` : html`<b>${label}</b> (<code>${shorten(domain, 48)}</code>)`;
}

/** Says that the data is the registrar's copy of this time. Null if it is current. */
export function copyAge(t: T, asOf: Date | null | undefined): Html | null {
	return asOf ? t.html("copy-age", { time: t.time(asOf) }) : null;
}

/**
 * Formats names for one line, separated by commas. Each name is in Unicode, followed by its punycode if that differs.
 */
export function inlineNames(domains: readonly string[]): Html {
	return lines(
		domains.map((domain) =>
			isPlain(domain) ? html`${nameLabel(domain)}` : html`${nameLabel(domain)} (<code>${shorten(domain, 48)}</code>)`,
		),
		", ",
	);
}

/**
 * Returns a warning if a name can be mistaken for another one, otherwise null. `short` chooses the short form, which
 * follows the name in a list.
 */
export function lookAlikeText(t: T, domain: string, short = false): Html | null {
	const found = lookAlikeOf(domain);
	if (!found) return null;
	const { kind, imitates, scripts } = found;
	const names = new Intl.DisplayNames([t.locale], { type: "script" });
	const key = kind.replaceAll("_", "-");
	return t.html(short ? `list-warning-${key}` : `name-warning-${key}`, {
		scripts: scripts.map((code) => names.of(code) ?? code).join(", "),
		like: imitates === undefined ? "none" : shorten(imitates, 48),
		latin: String(scripts.join() === "Latn"),
	});
}

/** Returns why a name can be mistaken for another one; undefined if it cannot. */
export function lookAlikeOf(domain: string): LookAlike | undefined {
	const parsed = isPlain(domain) ? null : parseDomain(domain);
	return parsed?.ok ? parsed.lookAlike : undefined;
}

function isPlain(domain: string): boolean {
	return unicodeOf(domain) === domain;
}

/** Formats a time as "2026-11-23 09:30 UTC", for texts that the person sends to others. */
export function utcTime(time: Date): string {
	return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Returns the locale text `key`, which is a line with a label and a value. Returns null if the value is empty. */
export function optionalLine(t: T, key: string, name: string, value: string | null | undefined): Html | null {
	return value === null || value === undefined || isBlank(value) ? null : t.html(key, { [name]: value });
}

/** Returns the text of the notice at the top of a screen, or null if `key` is undefined. */
export function noticeText(t: T, key: string | undefined, vars?: Vars): Html | null {
	return key === undefined ? null : t.html(key, vars);
}

/** Returns a domain in Unicode, truncated to fit on a button. Telegram clients show about thirty characters. */
export function nameLabel(domain: string): string {
	return shorten(unicodeOf(domain), 32);
}

/** Returns the label of a button with a choice. Marks the current choice. */
export function marked(text: string, isCurrent: boolean): string {
	return isCurrent ? `• ${text} •` : text;
}

/** Formats the prices of the first year and of a renewal. A diamond marks a premium name. */
export function pricesLabel(t: T, { registerCents, renewCents, premium }: Prices): string {
	const money = (cents: number | null) => (cents === null ? "?" : t.money(cents));
	const prices = t("price-pair", { first: money(registerCents), renewal: money(renewCents) });
	return `${prices}${premium ? " 💎" : ""}`;
}

/**
 * Formats a duration with its two largest units, such as `3 h 12 min`. A duration below one minute counts as one
 * minute.
 */
export function durationText(t: T, ms: number): Html {
	const minutes = Math.max(1, Math.floor(ms / 60_000));
	const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
	if (days > 0) return t.html("duration-days", { days, hours: hours % 24 });
	if (hours > 0) return t.html("duration-hours", { hours, minutes: minutes % 60 });
	return t.html("duration-minutes", { minutes });
}

/** Returns the name of a weekday. `day`: 1 for Monday to 7 for Sunday. */
export function dayLabel(t: T, day: number, weekday: "short" | "long" = "short"): string {
	// 2024-01-01 was a Monday.
	return new Intl.DateTimeFormat(t.locale, { weekday, timeZone: "UTC" }).format(Date.UTC(2024, 0, day));
}

/**
 * Adds the last row to a view: *Back*, if given, and *Home*. Leaves a view as it is that is closed, or is a file, whose
 * message is never edited.
 */
export function closedView(t: T, view: View, origin?: Button): View {
	if (view.closed || view.document) return view;
	const { buttons = [], below = [], back = origin } = view;
	const last = [...(back ? [back] : []), link(t("button-home"), routes.home, {})];
	return { ...view, buttons: [...buttons, last, below], closed: true };
}

export function goneView(t: T): View {
	return closedView(t, { text: t.html("alert-gone"), gone: true });
}

/** Types of events from the service that have an alert text in `locales/` and a switch under `/alerts`. */
export const alertTypes: readonly string[] = eventTypes;

/** Types of events that have a translated name. The bot shows any other type as the service sent it. */
export const namedEvents: ReadonlySet<string> = new Set([...alertTypes, "webhook.test"]);
