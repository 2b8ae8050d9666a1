import { isBlank } from "../../rules/blank.ts";
import { parseDomain, unicodeOf } from "../../rules/names.ts";
import { routes } from "../routes.ts";
import { type Html, html, lines, shorten } from "./html.ts";
import type { T, Vars } from "./texts.ts";
import { type Button, link } from "./view.ts";

interface Prices {
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/** Formats a domain in Unicode, followed by its punycode if they differ. Each can be copied separately. */
export function nameText(domain: string): Html {
	return isPlain(domain) ? html`<b>${domain}</b>` : html`<b>${unicodeOf(domain)}</b> (<code>${domain}</code>)`;
}

/** Formats a domain like `nameText`, truncated so that a page of a list fits in one message. */
export function listedName(domain: string): Html {
	const label = nameLabel(domain);
	return isPlain(domain) ? html`<b>${label}</b>` : html`<b>${label}</b> (<code>${shorten(domain, 48)}</code>)`;
}

/** Joins several names into one line. */
export function inlineNames(domains: readonly string[]): Html {
	return lines(
		domains.map((domain) =>
			isPlain(domain) ? html`${nameLabel(domain)}` : html`${nameLabel(domain)} (<code>${shorten(domain, 48)}</code>)`,
		),
		", ",
	);
}

/** Returns a warning if a name looks like another one, or null. `short`: the form that follows the name in a list. */
export function lookAlikeText(t: T, domain: string, short = false): Html | null {
	const parsed = isPlain(domain) ? null : parseDomain(domain);
	if (!parsed?.ok || parsed.warning === undefined) return null;
	const key = parsed.warning.replaceAll("_", "-");
	return t.html(short ? `list-warning-${key}` : `name-warning-${key}`);
}

function isPlain(domain: string): boolean {
	return unicodeOf(domain) === domain;
}

/** Returns a line with a label and a value, or null if the value is empty. */
export function optionalLine(t: T, key: string, name: string, value: string | null | undefined): Html | null {
	return value === null || value === undefined || isBlank(value) ? null : t.html(key, { [name]: value });
}

/** Returns the notice above a screen, or null without one. */
export function noticeText(t: T, key: string | undefined, vars?: Vars): Html | null {
	return key === undefined ? null : t.html(key, vars);
}

/** Returns a domain as a button's label. A client shows about thirty characters. */
export function nameLabel(domain: string): string {
	return shorten(unicodeOf(domain), 32);
}

/** Formats the prices of the first year and of a renewal. A diamond marks a premium name. */
export function pricesLabel(t: T, { registerCents, renewCents, premium }: Prices): string {
	const money = (cents: number | null) => (cents === null ? "?" : t.money(cents));
	return `${money(registerCents)} · 🔄 ${money(renewCents)}${premium ? " 💎" : ""}`;
}

/** Quotes text from outside the bot, truncated so that the bot's own text always fits. */
export function quoted(text: string): Html {
	return html`<blockquote expandable>${shorten(text, 600)}</blockquote>`;
}

/** Returns the last row of buttons, which every screen except Home has. */
export function footer(t: T, back?: Button): Button[] {
	const home = link(t("button-home"), routes.home, {});
	return back ? [back, home] : [home];
}
