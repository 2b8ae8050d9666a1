import type { Core } from "../core.ts";
import { profileOf } from "../methods/bot.ts";
import { type ChatRow, chatObject, userObject } from "../objects/chat.ts";
import { fileOf } from "../objects/message.ts";
import type { BotView, ButtonView, ChatSummary, ChatView, CommandView, MessageView, Person } from "../protocol.ts";
import type { Content, FileRow, MessageRow, PersonRow, Service, TapRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";
import type { Changed } from "../state/store.ts";
import { findPlace, type Place } from "./chat-access.ts";
import { buttonDetails, buttonKind } from "./tap.ts";

/** Older messages stay stored. */
const shownMessages = 300;

export function chatView(core: Core, personId: number, chatId: number | undefined, revision: number): ChatView {
	const { state, presence } = core;
	const place = findPlace(state, personId, chatId);
	const all = state.messagesOf(place.id);
	const waiting = state.taps.rows().filter((tap) => tap.person === personId && tap.chat === place.id);
	const action = presence.action(place.id);
	const pinned = all.findLast((row) => row.isPinned);
	return {
		revision,
		chat: { id: place.id, ...describe(place.chat) },
		person: personView(place.person),
		bot: botView(state, place.person.language_code ?? ""),
		started: place.chat.kind === "group" || place.person.started,
		blocked: place.person.blocked,
		typing: action !== undefined,
		...(action === undefined ? {} : { action }),
		commands: commandsFor(state, place),
		...menuButtonOf(state, place),
		...(pinned === undefined ? {} : { pinned_message_id: pinned.id }),
		...inputOf(state, all),
		messages: all.slice(-shownMessages).map((row) => messageView(state, personId, row, waiting)),
		toasts: presence.toasts(personId, place.id),
	};
}

export function personView({ started: _started, blocked: _blocked, ...person }: PersonRow): Person {
	return person;
}

export function botView(state: State, language: string): BotView {
	const description = profileOf(state, "description", language);
	const about = profileOf(state, "short_description", language);
	return {
		id: state.bot.id,
		username: state.bot.username,
		first_name: profileOf(state, "name", language),
		...(description === "" ? {} : { description }),
		...(about === "" ? {} : { about }),
		...(state.bot.hasPicture ? { picture: "/page/picture.svg" } : {}),
		inline: state.bot.inline,
	};
}

function describe(chat: ChatRow): Omit<ChatView["chat"], "id"> {
	if (chat.kind === "private") return { type: "private", title: "" };
	const { type, title, isForum, topics } = chat.group;
	const list = Object.entries(topics).map(([id, name]) => ({ thread_id: Number(id), name }));
	return { type, title, ...(isForum ? { is_forum: true, topics: list } : {}) };
}

/**
 * From the narrowest scope that has commands (Bot API, BotCommandScope): those for the person's language, otherwise
 * those for all languages.
 */
function commandsFor(state: State, { person, chat, id }: Place): CommandView[] {
	const status = chat.kind === "group" ? chat.group.members[person.id] : undefined;
	const isAdmin = status === "creator" || status === "administrator";
	const scopes =
		chat.kind === "private"
			? [`chat ${id}`, "all_private_chats"]
			: [
					`chat_member ${id} ${person.id}`,
					...(isAdmin ? [`chat_administrators ${id}`] : []),
					`chat ${id}`,
					...(isAdmin ? ["all_chat_administrators"] : []),
					"all_group_chats",
				];
	for (const scope of [...scopes, "default"]) {
		for (const language of [person.language_code ?? "", ""]) {
			const row = state.commands.get(`${scope} ${language}`);
			if (row !== undefined) return row.commands;
		}
	}
	return [];
}

function menuButtonOf(state: State, { id }: Place): Pick<ChatView, "menu_button"> {
	const button = state.menuButtons.get(id) ?? state.menuButtons.get("");
	return button?.type === "web_app" ? { menu_button: { text: button.text, url: button.web_app.url } } : {};
}

/**
 * The latest message that sets or removes a reply keyboard or a `force_reply` decides. A `force_reply` also ends when a
 * person writes a message.
 */
function inputOf(state: State, all: readonly MessageRow[]): Pick<ChatView, "reply_keyboard" | "force_reply"> {
	const row = all.findLast((each) => each.markup !== undefined && each.markup.kind !== "inline");
	const markup = row?.markup;
	if (row === undefined || markup === undefined) return {};
	const placeholder =
		"placeholder" in markup && markup.placeholder !== undefined ? { placeholder: markup.placeholder } : {};
	if (markup.kind === "keyboard") {
		return { reply_keyboard: { rows: markup.rows, one_time: markup.oneTime, ...placeholder } };
	}
	const isNewest = all.findLast((each) => each.sender !== state.bot.id)?.id ?? 0;
	if (markup.kind !== "force_reply" || isNewest > row.id) return {};
	return { force_reply: { message_id: row.id, ...placeholder } };
}

/** The chat with the bot is first. Groups that have become supergroups are left out. */
export function chatList(state: State, person: PersonRow): ChatSummary[] {
	const groups = state.groups.rows().filter((group) => person.id in group.members && group.migratedTo === undefined);
	const chats: ChatRow[] = [{ kind: "private", person }, ...groups.map((group) => ({ kind: "group", group }) as const)];
	return chats.map((chat) => {
		const { id, type } = chatObject(chat);
		const all = state.messagesOf(id);
		const last = all.at(-1);
		const seen = state.reads.get(`${person.id} ${id}`)?.last ?? 0;
		return {
			chat_id: id,
			type,
			title: chat.kind === "private" ? profileOf(state, "name", person.language_code ?? "") : chat.group.title,
			last_text: last === undefined ? "" : plainText(state, last.content),
			last_date: last?.date ?? 0,
			unread: all.filter((row) => row.id > seen && row.sender !== person.id).length,
		};
	});
}

export function markRead(state: State, person: number, chat: number): void {
	const last = state.messagesOf(chat).at(-1)?.id ?? 0;
	if ((state.reads.get(`${person} ${chat}`)?.last ?? 0) < last) {
		state.reads.put(`${person} ${chat}`, { person, chat, last });
	}
}

/** `waiting` has the reader's taps that the bot has not answered yet. */
function messageView(state: State, reader: number, row: MessageRow, waiting: readonly TapRow[]): MessageView {
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
function plainText(state: State, content: Content): string {
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

/** Clients cannot see changes of these tables. */
const unseen = ["updates", "counters", "reads", "settings"];
/** Rows of all other tables may be seen in any chat. */
const ofOneChat = ["messages", "taps"];

/** A stream sends its chat as a whole, at most once per iteration of the event loop. */
export function createStreams(core: Core) {
	const open = new Set<{ chat: number; changed: () => void }>();
	let revision = 0;

	core.state.store.onCommit((changes) => {
		const seen = changes.filter(({ table }) => !unseen.includes(table));
		if (seen.length === 0) return;
		revision++;
		for (const { chat, changed } of open) if (seen.some((change) => concerns(change, chat))) changed();
	});

	return {
		revision: (): number => revision,
		/** Also sends the bot's answers to taps and its chat actions. Returns a function that ends the stream. */
		follow(person: number, chat: number | undefined, send: (event: string, data: unknown) => void): () => void {
			const { id } = findPlace(core.state, person, chat);
			let isPlanned = false;
			let isOver = false;
			let last = "";
			const refresh = (): void => {
				isPlanned = false;
				if (isOver) return;
				markRead(core.state, person, id);
				// The real revision increases with every change in any chat, so two views would always differ.
				const view = chatView(core, person, id, 0);
				const text = JSON.stringify(view);
				if (text !== last) send("chat", { ...view, revision });
				last = text;
			};
			const changed = (): void => {
				if (!isPlanned) setImmediate(refresh);
				isPlanned = true;
			};
			const forget = core.presence.onChange((event) => {
				if (event.chat !== id) return;
				if (event.type === "toast" && event.person === person) send("toast", event.toast);
				if (event.type === "action") send("typing", { action: core.presence.action(id) ?? null });
				changed();
			});
			const stream = { chat: id, changed };
			open.add(stream);
			refresh();
			return () => {
				isOver = true;
				open.delete(stream);
				forget();
			};
		},
	};
}

function concerns({ table, before, after }: Changed, chat: number): boolean {
	return !ofOneChat.includes(table) || [before, after].some((row) => isOf(row, chat));
}

function isOf(row: unknown, chat: number): boolean {
	return typeof row === "object" && row !== null && "chat" in row && row.chat === chat;
}
