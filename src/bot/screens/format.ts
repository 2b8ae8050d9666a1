import { isBlank } from "../../rules/blank.ts";
import { parseDomain, unicodeOf } from "../../rules/names.ts";
import { routes } from "../routes.ts";
import { type Html, html, lines, shorten } from "./html.ts";
import type { T } from "./texts.ts";
import { type Button, link } from "./view.ts";

/** A domain for reading, with its punycode beside it where the two differ. Both copy clean. */
export function nameText(domain: string): Html {
	return isPlain(domain) ? html`<b>${domain}</b>` : html`<b>${unicodeOf(domain)}</b> (<code>${domain}</code>)`;
}

/** The same in a line of a list, cut so that a page of them fits into a message. */
export function listedName(domain: string): Html {
	const label = nameLabel(domain);
	return isPlain(domain) ? html`<b>${label}</b>` : html`<b>${label}</b> (<code>${shorten(domain, 48)}</code>)`;
}

/** Several names in a row. */
export function inlineNames(domains: readonly string[]): Html {
	return lines(
		domains.map((domain) =>
			isPlain(domain) ? html`${nameLabel(domain)}` : html`${nameLabel(domain)} (<code>${shorten(domain, 48)}</code>)`,
		),
		", ",
	);
}

/** Why a name may be taken for another one; null for most. `short` where it stands behind its name. */
export function lookAlikeText(t: T, domain: string, short = false): Html | null {
	const parsed = isPlain(domain) ? null : parseDomain(domain);
	if (!parsed?.ok || parsed.warning === undefined) return null;
	const key = parsed.warning.replaceAll("_", "-");
	return t.html(short ? `list-warning-${key}` : `name-warning-${key}`);
}

function isPlain(domain: string): boolean {
	return unicodeOf(domain) === domain;
}

/** A line about a value that may be absent; null where there is nothing to see, so that no label stands alone. */
export function optionalLine(t: T, key: string, name: string, value: string | null | undefined): Html | null {
	return value === null || value === undefined || isBlank(value) ? null : t.html(key, { [name]: value });
}

/** A domain on a button, where a client shows some thirty characters. */
export function nameLabel(domain: string): string {
	return shorten(unicodeOf(domain), 32);
}

/** Somebody else's words: shown as theirs, cut to a length that always leaves room for ours. */
export function quoted(text: string): Html {
	return html`<blockquote expandable>${shorten(text, 600)}</blockquote>`;
}

/** The last row of every screen but Home. */
export function footer(t: T, back?: Button): Button[] {
	const home = link(t("button-home"), routes.home, {});
	return back ? [back, home] : [home];
}
