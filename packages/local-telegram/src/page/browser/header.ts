import type { ChatAction } from "../../protocol.ts";
import { button, fill, h } from "./dom.ts";
import { icon } from "./icons.ts";
import { type MenuItem, openMenu } from "./overlay/menu.ts";
import type { State } from "./session.ts";
import { chatAvatar } from "./sidebar/chat-list.ts";
import { t, type Words } from "./words.ts";

interface Deps {
	back(): void;
	items(): MenuItem[];
	callsButton: HTMLElement;
}

const doing: Partial<Record<ChatAction, Words>> = {
	choose_sticker: "choosing a sticker",
	find_location: "finding a location",
	record_video: "recording a video",
	record_video_note: "recording a video",
	record_voice: "recording a voice message",
	upload_document: "sending a file",
	upload_photo: "sending a photo",
	upload_video: "sending a video",
	upload_voice: "sending a voice message",
};

/** Shows the bot's current action or the kind of chat below the title. */
export function createHeader({ back, items, callsButton }: Deps) {
	const about = h("div", { class: "header-about" });
	const more = button(
		{ class: "icon-button", "aria-label": t("More"), "aria-haspopup": "menu" },
		() => openMenu(more, items()),
		icon("more"),
	);
	const element = h(
		"header",
		{ class: "bar chat-header" },
		button({ class: "icon-button back", "aria-label": t("Back to the chats") }, back, icon("back")),
		about,
		h("span", { class: "spring" }),
		callsButton,
		more,
	);
	let shown = "";

	function update(state: State): void {
		more.hidden = items().length === 0;
		const title = state.chat?.chat.title || state.bot.first_name;
		const look = JSON.stringify([title, subtitleOf(state), state.chatId]);
		if (look === shown) return;
		shown = look;
		const busy = state.chat?.typing === true && state.online;
		fill(
			about,
			chatAvatar(state.chatId, title, state),
			h(
				"div",
				{ class: "header-lines" },
				h("h1", { class: "header-title" }, title),
				h("div", { class: busy ? "header-subtitle busy" : "header-subtitle" }, subtitleOf(state), busy && dots()),
			),
		);
	}

	return { element, update };
}

function subtitleOf({ chat, online }: State): string {
	if (!online) return t("connecting…");
	if (chat?.typing) return t(doing[chat.action ?? "typing"] ?? "typing");
	if (chat && chat.chat.type !== "private") return t(chat.chat.is_forum ? "group with topics" : "group");
	return t("bot");
}

function dots(): HTMLElement {
	return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
