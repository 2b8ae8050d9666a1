import type { MessageView } from "../../../protocol.ts";
import { button, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";
import { formatSize } from "./size.ts";

export function renderDocument(file: NonNullable<MessageView["document"]>, url: string): HTMLElement {
	const extension = /\.([a-z\d]{1,4})$/i.exec(file.file_name)?.[1];
	return h(
		"a",
		{
			class: "document",
			href: url,
			download: file.file_name,
			"aria-label": t("Download {name}", { name: file.file_name }),
		},
		h(
			"span",
			{ class: "document-icon" },
			h("span", { class: "extension" }, extension?.toLowerCase() ?? icon("file")),
			h("span", { class: "hover" }, icon("download")),
		),
		h(
			"span",
			{ class: "document-about" },
			h("span", { class: "document-name" }, file.file_name),
			h("span", { class: "document-size" }, formatSize(file.file_size)),
		),
	);
}

/** The element has the final size before the picture is loaded, so that the layout does not jump. */
export function renderPhoto(photo: NonNullable<MessageView["photo"]>, url: string, open: (url: string) => void) {
	const image = h("img", { src: url, alt: "", width: photo.width, height: photo.height, decoding: "async" });
	return button({ class: "photo", "aria-label": t("Photo: show whole") }, () => open(url), image);
}

export function renderSticker(emoji: string): HTMLElement {
	return h("span", { class: "sticker", role: "img", "aria-label": t("Sticker {emoji}", { emoji }) }, emoji);
}

/** The page does not load anything from the linked site. */
export function renderLinkPreview(url: string, open: (url: string) => void): HTMLElement {
	const site = URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
	return button(
		{ class: "link-preview", "aria-label": t("Open {url}", { url }) },
		() => open(url),
		h("span", { class: "site" }, site),
		h("span", { class: "address" }, url),
	);
}
