import { button, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { openDialog } from "./dialog.ts";

/** A picture, whole, over everything. */
export async function viewPhoto(url: string): Promise<void> {
	await openDialog<void>(
		"Photo",
		(close) => [
			h("img", { src: url, alt: "Photo" }),
			h(
				"div",
				{ class: "viewer-buttons" },
				h("a", { class: "icon-button", href: url, download: "photo", "aria-label": "Download" }, icon("download")),
				button({ class: "icon-button", "aria-label": "Close" }, () => close(), icon("close")),
			),
		],
		"viewer",
	);
}
