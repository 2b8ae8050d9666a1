import { button, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";
import { openDialog } from "./dialog.ts";

export async function viewPhoto(url: string): Promise<void> {
	await openDialog<void>(
		t("Photo"),
		(close) => [
			h("img", { src: url, alt: t("Photo") }),
			h(
				"div",
				{ class: "viewer-buttons" },
				h("a", { class: "icon-button", href: url, download: "photo", "aria-label": t("Download") }, icon("download")),
				button({ class: "icon-button", "aria-label": t("Close") }, () => close(), icon("close")),
			),
		],
		"viewer",
	);
}
