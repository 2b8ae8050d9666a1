import { userObject } from "../objects/chat.ts";
import { fileOf } from "../objects/message.ts";
import type { ButtonView, MessageView } from "../protocol.ts";
import type { Content, FileRow, MessageRow, Service, TapRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";
import { buttonDetails, buttonKind } from "./tap.ts";

/** `waiting` has the reader's taps that the bot has not answered yet. */
export function messageView(state: State, reader: number, row: MessageRow, waiting: readonly TapRow[]): MessageView {
	const replied = row.replyTo === undefined ? undefined : state.message(row.chat, row.replyTo);
	const reactions = Object.values(row.reactions ?? {}).flat();
	const keyboard = keyboardView(row, waiting);
	return {
		message_id: row.id,
		from: row.sender === reader ? "person" : row.sender === state.bot.id ? "bot" : "other",
		sender: senderView(state, row),
		date: row.date,
		...contentView(state, row.content),
		...(row.thread === undefined ? {} : { thread_id: row.thread }),
		...(row.edited === undefined ? {} : { edit_date: row.edited }),
		...(keyboard === undefined ? {} : { keyboard }),
		...(replied === undefined ? {} : { reply_to: { message_id: replied.id, text: plainText(state, replied.content) } }),
		...(reactions.length === 0 ? {} : { reactions }),
		...(row.viaBot === undefined ? {} : { via_bot: true }),
		...(row.forwardedFrom === undefined ? {} : { forwarded: true }),
		...(row.isProtected === undefined ? {} : { protected: true }),
	};
}

function senderView(state: State, row: MessageRow): MessageView["sender"] {
	const title = row.asChat === undefined ? undefined : state.groups.get(row.chat)?.title;
	if (title !== undefined) return { id: row.chat, first_name: title };
	return { id: row.sender, first_name: userObject(state, row.sender).first_name };
}

function keyboardView(row: MessageRow, waiting: readonly TapRow[]): ButtonView[][] | undefined {
	if (row.markup?.kind !== "inline") return undefined;
	return row.markup.rows.map((buttons, rowIndex) =>
		buttons.map((button, column) => {
			const isWaiting = waiting.some((tap) => tap.message === row.id && tap.row === rowIndex && tap.column === column);
			return {
				text: button.text,
				kind: buttonKind(button),
				...buttonDetails(button),
				...(button.style === undefined ? {} : { style: button.style }),
				...(isWaiting ? { waiting: true } : {}),
			};
		}),
	);
}

type ContentView = Pick<
	MessageView,
	"entities" | "text" | "caption" | "document" | "photo" | "sticker" | "service" | "link_preview"
>;

function contentView(state: State, content: Content): ContentView {
	switch (content.type) {
		case "text":
			return { text: content.text, entities: content.entities, ...previewOf(content) };
		case "document":
			return { document: documentView(fileOf(state, content.file)), ...captionOf(content) };
		case "photo":
			return { photo: photoView(fileOf(state, content.file)), ...captionOf(content) };
		case "sticker":
			return { sticker: { emoji: content.emoji }, entities: [] };
		case "service":
			return { service: serviceText(state, content.service), entities: [] };
	}
}

function captionOf({ text, entities }: { text: string; entities: MessageView["entities"] }) {
	return text === "" ? { entities } : { caption: text, entities };
}

/**
 * The link that the bot chose, or otherwise the first link in the text. A link without a scheme gets no card: it is
 * often only a domain name without a page, for which Telegram shows no card.
 */
function previewOf({ entities, text, preview }: Content & { type: "text" }): Pick<MessageView, "link_preview"> {
	if (preview?.is_disabled) return {};
	const link = entities.find((entity) => entity.type === "text_link" || entity.type === "url");
	const first = link?.url ?? (link === undefined ? undefined : text.slice(link.offset, link.offset + link.length));
	const url = preview?.url ?? first;
	if (!url?.includes("://")) return {};
	return { link_preview: { url, ...(preview?.show_above_text ? { above_text: true } : {}) } };
}

const documentView = (row: FileRow) => ({
	file_id: row.id,
	file_name: row.name,
	mime_type: row.mimeType,
	file_size: row.size,
});
const photoView = (row: FileRow) => ({ file_id: row.id, width: row.width ?? 0, height: row.height ?? 0 });

/** A photo without a caption is "Photo". A document without a caption is its file name. */
export function plainText(state: State, content: Content): string {
	if (content.type === "service") return serviceText(state, content.service);
	if (content.type === "sticker") return content.emoji;
	if (content.type === "text" || content.text !== "") return content.text;
	return content.type === "photo" ? "Photo" : fileOf(state, content.file).name;
}

function serviceText(state: State, service: Service): string {
	const name = (id: number): string => userObject(state, id).first_name;
	switch (service.type) {
		case "group_created":
			return "The group was created";
		case "members_added":
			return `${service.members.map(name).join(", ")} joined the group`;
		case "member_left":
			return `${name(service.member)} left the group`;
		case "migrated_to":
			return "The group became a supergroup";
		case "migrated_from":
			return "This supergroup was a group before";
		case "topic_created":
			return `The topic ${service.name} was created`;
		case "pinned":
			return "A message was pinned";
	}
}
