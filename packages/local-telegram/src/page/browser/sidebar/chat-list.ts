import type { ChatSummary } from "../../../protocol.ts";
import { avatar } from "../avatar.ts";
import { button, fill, h } from "../dom.ts";
import { formatMoment, type Reader } from "../rich-text/date-time.ts";
import type { State } from "../session.ts";
import { t } from "../words.ts";

/** Most recent first. It always contains the chat with the bot. */
export function createChatList(open: (chatId: number) => void) {
	const element = h("nav", { class: "chat-list", "aria-label": t("Chats") });
	let shown = "";

	function update(state: State, reader: Reader): void {
		const chats = chatsOf(state);
		const look = JSON.stringify([chats, state.chatId, state.person.id, reader.locale]);
		if (look === shown) return;
		shown = look;
		const focused = document.activeElement?.getAttribute("data-chat");
		fill(element, ...chats.map((chat) => renderChat(chat, state, reader)));
		if (focused) element.querySelector<HTMLElement>(`[data-chat="${focused}"]`)?.focus();
	}

	function renderChat(chat: ChatSummary, state: State, reader: Reader): HTMLElement {
		const current = chat.chat_id === state.chatId;
		return button(
			{ class: "chat-row", "aria-current": current && "true", "data-chat": chat.chat_id },
			() => open(chat.chat_id),
			chatAvatar(chat.chat_id, chat.title, state),
			h(
				"span",
				{ class: "chat-about" },
				h(
					"span",
					{ class: "chat-line" },
					h("span", { class: "chat-title" }, chat.title),
					chat.last_date > 0 && h("span", { class: "chat-date" }, formatMoment(chat.last_date, reader)),
				),
				h(
					"span",
					{ class: "chat-line" },
					h("span", { class: "chat-last", dir: "auto" }, chat.last_text),
					chat.unread > 0 &&
						h(
							"span",
							{ class: "badge", "aria-label": t("{count} unread", { count: String(chat.unread) }) },
							String(chat.unread),
						),
				),
			),
		);
	}

	return { element, update };
}

export function chatAvatar(chatId: number, title: string, { person, bot }: State): HTMLElement {
	return chatId === person.id ? avatar(bot.id, title, bot.picture) : avatar(chatId, title);
}

/** Most recent first. Adds the private chat with the bot if the server's list lacks it. */
export function chatsOf({ chats, person, bot }: State): ChatSummary[] {
	const sorted = chats.toSorted((left, right) => right.last_date - left.last_date);
	if (chats.some(({ chat_id }) => chat_id === person.id)) return sorted;
	const private_: ChatSummary = {
		chat_id: person.id,
		type: "private",
		title: bot.first_name,
		last_text: `@${bot.username}`,
		last_date: 0,
		unread: 0,
	};
	return [private_, ...sorted];
}
