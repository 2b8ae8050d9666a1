import type { Core } from "../core.ts";
import { profileOf } from "../methods/bot.ts";
import { type ChatRow, chatObject } from "../objects/chat.ts";
import type { BotView, ChatSummary, ChatView, CommandView, Person } from "../protocol.ts";
import type { MessageRow, PersonRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";
import { findPlace, type Place } from "./chat-access.ts";
import { messageView, plainText } from "./message-view.ts";

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
