import type { ButtonKind, ButtonView, MessageView } from "../../../protocol.ts";
import { avatar, button, h, type IconName, icon, listen, tintOf } from "../dom.ts";
import { formatFull, formatTime, type Reader } from "../rich-text/date-time.ts";
import { renderRichText, type TextActions } from "../rich-text/render.ts";
import { countOnlyEmoji, isBlock, toTree } from "../rich-text/tree.ts";
import { t } from "../words.ts";
import { formatSize, type Row } from "./layout.ts";

export function renderMessage(row: Row, around: Surroundings, actions: MessageActions): HTMLElement {
	const { message } = row;
	if (message.service !== undefined) return h("div", { class: "service" }, h("span", {}, message.service));
	const own = message.from === "person";
	const classes = [
		"message",
		own ? "out" : "in",
		row.opensRun && "opens",
		row.closesRun && "closes",
		around.shared && !own && "with-face",
	];
	const article = h(
		"article",
		{
			class: classes.filter(Boolean).join(" "),
			tabindex: -1,
			"data-id": message.message_id,
			"aria-label": `${own ? t("You") : message.sender.first_name}, ${formatTime(message.date, around.reader)}`,
		},
		h(
			"div",
			{ class: "column" },
			renderBubble(row, around, actions),
			message.keyboard &&
				renderKeyboard(message.keyboard, (view, line, column) => actions.tap(message, view, line, column)),
		),
	);
	return listen(article, { contextmenu: (event) => openMenu(event, message, actions) });
}

function openMenu(event: MouseEvent, message: MessageView, actions: MessageActions): void {
	const selected = getSelection()?.toString() ?? "";
	// A right click on a link or on selected text must open the browser's menu.
	if (selected !== "" || (event.target instanceof Element && event.target.closest("a"))) return;
	event.preventDefault();
	actions.menu(message, { x: event.clientX, y: event.clientY });
}

export interface MessageActions extends TextActions {
	tap(message: MessageView, view: ButtonView, row: number, column: number): void;
	menu(message: MessageView, at: { x: number; y: number }): void;
	jump(messageId: number): void;
	photo(url: string): void;
}

export interface Surroundings {
	reader: Reader;
	/** True for all chats except private ones: messages show names and avatars of their senders. */
	shared: boolean;
	botName: string;
	fileUrl(file: string): string;
}

function renderBubble(row: Row, around: Surroundings, actions: MessageActions): HTMLElement {
	const { message } = row;
	const text = message.text ?? message.caption ?? "";
	const emoji = message.text === undefined ? 0 : countOnlyEmoji(text);
	const bare = message.sticker !== undefined || (emoji > 0 && !message.reply_to && !message.forwarded);
	const classes = ["bubble", bare && "bare", message.photo && "has-photo", emoji > 0 && `emoji-${emoji}`];
	const meta = renderMeta(message, around.reader);
	const preview = message.link_preview && renderLinkPreview(message.link_preview.url, actions.link);
	const above = message.link_preview?.above_text;
	const introduced = around.shared && message.from !== "person";
	return h(
		"div",
		{ class: classes.filter(Boolean).join(" ") },
		introduced && row.closesRun && avatar(message.sender.id, message.sender.first_name),
		introduced &&
			row.opensRun &&
			h("div", { class: `sender tint-${tintOf(message.sender.id)}` }, message.sender.first_name),
		message.forwarded && h("div", { class: "forwarded" }, t("Forwarded message")),
		message.via_bot && h("div", { class: "forwarded" }, t("via {name}", { name: `@${around.botName}` })),
		message.reply_to && renderReply(message.reply_to, actions),
		above && preview,
		message.photo && renderPhoto(message.photo, around.fileUrl(message.photo.file_id), actions.photo),
		message.document && renderDocument(message.document, around.fileUrl(message.document.file_id)),
		message.sticker && renderSticker(message.sticker.emoji),
		text !== "" && renderText(text, message, around.reader, actions, !preview || above ? meta : undefined),
		!above && preview,
		message.reactions && message.reactions.length > 0 && renderReactions(message.reactions),
		(text === "" || (preview && !above)) && meta,
	);
}

function renderText(
	text: string,
	message: MessageView,
	reader: Reader,
	actions: MessageActions,
	meta: HTMLElement | undefined,
): HTMLElement {
	const tree = toTree(text, message.entities);
	if (isBlock(tree.at(-1))) meta?.classList.add("after-block");
	const content = h("span", { class: "words" }, ...renderRichText(tree, reader, actions));
	return h("div", { class: "text", dir: "auto" }, content, meta);
}

function renderMeta(message: MessageView, reader: Reader): HTMLElement {
	const changed = message.edit_date !== undefined;
	return h(
		"span",
		{ class: "meta", dir: "ltr", title: formatFull(message.date, reader) },
		changed && h("span", { class: "edited" }, t("edited")),
		h("time", {}, formatTime(message.date, reader)),
		message.from === "person" && icon("ticks"),
	);
}

function renderReply(reply: NonNullable<MessageView["reply_to"]>, actions: MessageActions): HTMLElement {
	return button(
		{ class: "reply", "aria-label": t("In reply to: {text}", { text: reply.text }) },
		() => actions.jump(reply.message_id),
		h("span", { class: "reply-text" }, reply.text || t("Message")),
	);
}

function renderReactions(reactions: string[]): HTMLElement {
	const counts = Map.groupBy(reactions, (emoji) => emoji);
	const pills = [...counts].map(([emoji, all]) =>
		h("span", { class: "reaction" }, emoji, all.length > 1 && ` ${all.length}`),
	);
	return h("div", { class: "reactions", "aria-label": t("Reactions") }, ...pills);
}

const corners: Partial<Record<ButtonKind, IconName>> = {
	url: "link",
	login: "link",
	copy: "copy",
	web_app: "window",
	switch_inline: "forward",
	switch_inline_current: "forward",
};

/** Fonts draw these emoji in one dark color, which is hard to see on a button. */
const dark = /([➕➖➗✖💲✔➰]\uFE0F?)/u;

type OnTap = (button: ButtonView, row: number, column: number) => void;

/** The page does not know the callback data, so `onTap` gets row and column. */
function renderKeyboard(rows: readonly ButtonView[][], onTap: OnTap): HTMLElement {
	return h(
		"div",
		{ class: "keyboard", role: "group", "aria-label": t("Buttons of this message") },
		...rows.map((buttons, row) =>
			h("div", { class: "keyboard-row" }, ...buttons.map((each, column) => renderButton(each, row, column, onTap))),
		),
	);
}

function renderButton(view: ButtonView, row: number, column: number, onTap: OnTap): HTMLElement {
	const corner = corners[view.kind];
	return button(
		{ class: `key ${view.style ?? ""}`, "data-key": `${row}:${column}`, disabled: view.kind === "disabled" },
		() => onTap(view, row, column),
		h("span", { class: "key-text" }, h("span", {}, ...view.text.split(dark).map(drawLabel))),
		corner && icon(corner),
	);
}

function drawLabel(part: string): Node | string {
	return dark.test(part) ? h("span", { class: "key-glyph" }, part) : part;
}

export function markWaiting(message: Element, rows: readonly ButtonView[][]): void {
	for (const [row, buttons] of rows.entries()) {
		for (const [column, { waiting }] of buttons.entries()) {
			message.querySelector(`[data-key="${row}:${column}"]`)?.toggleAttribute("aria-busy", waiting === true);
		}
	}
}

function renderDocument(file: NonNullable<MessageView["document"]>, url: string): HTMLElement {
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
function renderPhoto(photo: NonNullable<MessageView["photo"]>, url: string, open: (url: string) => void) {
	const image = h("img", { src: url, alt: "", width: photo.width, height: photo.height, decoding: "async" });
	return button({ class: "photo", "aria-label": t("Photo: show whole") }, () => open(url), image);
}

function renderSticker(emoji: string): HTMLElement {
	return h("span", { class: "sticker", role: "img", "aria-label": t("Sticker {emoji}", { emoji }) }, emoji);
}

/** The page does not load anything from the linked site. */
function renderLinkPreview(url: string, open: (url: string) => void): HTMLElement {
	const site = URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
	return button(
		{ class: "link-preview", "aria-label": t("Open {url}", { url }) },
		() => open(url),
		h("span", { class: "site" }, site),
		h("span", { class: "address" }, url),
	);
}
