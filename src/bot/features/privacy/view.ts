import { footer, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export function privacyView(t: T, noticeKey: string | undefined): View {
	const parts = [noticeText(t, noticeKey), t.html("privacy-title"), t.html("privacy-kept"), t.html("privacy-you")];
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("privacy-export"), "export")],
			[link(t("privacy-delete"), routes.forget, { sure: false })],
			footer(t, link(t("button-back"), routes.settings, {})),
		],
	};
}

interface Forgetting {
	/** True if the screen asks for the second confirmation of the deletion. */
	sure: boolean;
	/** The references of confirmed orders that are not finished. While there are any, the data cannot be deleted. */
	references: readonly string[];
}

const mostShown = 10;

export function forgetView(t: T, { sure, references }: Forgetting): View {
	const back = link(t("button-back"), routes.privacy, {});
	const cancel = link(t("operation-leave"), routes.privacy, {});
	if (references.length > 0) {
		const shown = references.slice(0, mostShown).join(", ");
		const more = Math.max(0, references.length - mostShown);
		return {
			text: t.html("privacy-open", { references: shown, more }),
			buttons: [[link(t("privacy-see-open"), routes.operations, {})], footer(t, back)],
		};
	}
	if (!sure) {
		return {
			text: t.html("privacy-first"),
			buttons: [[link(t("privacy-go-on"), routes.forget, { sure: true }, "danger")], footer(t, cancel)],
		};
	}
	return {
		text: t.html("privacy-second"),
		buttons: [[tap(t("privacy-delete-all"), "forget", { style: "danger" })], footer(t, cancel)],
	};
}
