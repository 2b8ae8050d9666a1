import { footer, noticeText } from "../../screens/format.ts";
import { html, paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { copy, link, mostCopied, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const shownFor = 10 * 60_000;

/** Shows a secret. After a tap on *Hide message*, or after ten minutes, the message is rendered without it. */
export function secretView(t: T, of: "token" | "webhook" | "program", secret: string | null): View {
	if (secret === null) return { text: t.html(`secret-${of}-gone`), buttons: [footer(t)] };
	const parts = [t.html(`secret-${of}`), html`<code>${secret}</code>`, t.html("secret-once")];
	const copies = secret.length <= mostCopied ? [copy(t("secret-copy"), secret)] : [];
	return {
		text: paragraphs(parts),
		buttons: [copies, [tap(t("secret-saved"), "again", { style: "primary" })]],
		secretFor: shownFor,
	};
}

/** Asks for the secret with which an external service signs its events. */
export function askSecretView(t: T, noticeKey: string | undefined): View {
	const parts = [noticeText(t, noticeKey), t.html("profile-secret-ask"), t.html("connect-safety-secret")];
	return { text: paragraphs(parts), buttons: [footer(t, link(t("button-back"), routes.profile, {}))] };
}
