import { footer } from "../../format.ts";
import { html, lines } from "../../html.ts";
import type { T } from "../../texts.ts";
import { tap, type View } from "../../view.ts";

const shownFor = 10 * 60_000;

/** Shown once; drawn without the secret after *Saved*, or after ten minutes. */
export function secretView(t: T, of: "token" | "webhook", secret: string | null): View {
	if (secret === null) return { text: t.html(`secret-${of}-gone`), buttons: [footer(t)] };
	const parts = [t.html(`secret-${of}`), html`<code>${secret}</code>`, t.html("secret-once")];
	return {
		text: lines(parts, "\n\n"),
		buttons: [[tap(t("secret-saved"), "again", { style: "success" })]],
		secretFor: shownFor,
	};
}
