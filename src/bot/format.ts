import { unicodeOf } from "../rules/names.ts";
import { type Html, html, shorten } from "./html.ts";
import { routes } from "./routes.ts";
import type { T } from "./texts.ts";
import { type Button, link } from "./view.ts";

/** A domain for reading, with its punycode beside it where the two differ. Both copy clean. */
export function nameText(domain: string): Html {
	const unicode = unicodeOf(domain);
	return unicode === domain ? html`<b>${domain}</b>` : html`<b>${unicode}</b> (<code>${domain}</code>)`;
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
