import type { ButtonView, MessageView } from "../../../protocol.ts";
import { avatar, tintOf } from "../avatar.ts";
import { button, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { formatFull, formatTime, type Reader } from "../rich-text/date-time.ts";
import { countOnlyEmoji } from "../rich-text/emoji.ts";
import { renderRichText, type TextActions } from "../rich-text/render.ts";
import { isBlock, toTree } from "../rich-text/tree.ts";
import { t } from "../words.ts";
import type { Row } from "./layout.ts";
import { renderDocument, renderLinkPreview, renderPhoto, renderSticker } from "./media.ts";

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

export function renderBubble(row: Row, around: Surroundings, actions: MessageActions): HTMLElement {
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
