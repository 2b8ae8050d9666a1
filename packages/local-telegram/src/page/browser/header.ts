import type { ChatAction, ChatView } from "../../protocol.ts";
import type { Actions } from "./api.ts";
import { summaryOf } from "./composer/writing.ts";
import { button, fill, h, icon, show } from "./dom.ts";
import { askForm, type MenuItem, openMenu, textField } from "./overlay.ts";
import type { Perform, State } from "./session.ts";
import { chatAvatar } from "./sidebar.ts";
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

interface MenuDeps {
	actions(): Actions;
	perform: Perform;
	onLeave(): void;
}

/** Empty before the person has started the bot. */
export function chatMenu({ chat, people, person }: State, { actions, perform, onLeave }: MenuDeps): MenuItem[] {
	if (!chat?.started) return [];
	const run = (work: () => Promise<unknown>) => () => void perform(work);
	if (chat.chat.type === "private") {
		const text = t(chat.blocked ? "Unblock bot" : "Block bot");
		return [{ text, icon: "block", danger: !chat.blocked, act: run(() => actions().block(!chat.blocked)) }];
	}
	const bot = (status: string) => run(() => actions().group("bot", { status }));
	const others = people.filter(({ id }) => id !== person.id);
	const items: (MenuItem | false)[] = [
		chat.chat.is_forum === true && { text: t("New topic"), icon: "plus", act: run(() => askTopic(actions())) },
		...others.map(({ id, first_name }) => ({
			text: t("Add {name}", { name: first_name }),
			icon: "person" as const,
			act: run(() => actions().group("members", { newcomer: id })),
		})),
		{ text: t("Bot: administrator"), icon: "check", act: bot("administrator") },
		{ text: t("Bot: member"), icon: "check", act: bot("member") },
		{ text: t("Bot: taken out"), icon: "close", act: bot("kicked") },
		chat.chat.type === "group" && {
			text: t("Make it a supergroup"),
			icon: "group",
			act: run(() => actions().group("migrate")),
		},
		{
			text: t("Leave the group"),
			icon: "back",
			danger: true,
			act: () => void perform(() => actions().group("leave")).then((done) => done && onLeave()),
		},
	];
	return items.filter((item) => item !== false);
}

async function askTopic(actions: Actions): Promise<void> {
	const form = await askForm(
		t("New topic"),
		t("Create"),
		textField("name", t("Topic name"), { required: true, maxlength: 128, autofocus: true }),
	);
	if (form) await actions.group("topics", { name: String(form.get("name")) });
}

export function createPinned(jump: (messageId: number) => void) {
	let pinned: number | undefined;
	const text = h("span", { class: "context-text" });
	const element = button(
		{ class: "pinned" },
		() => pinned !== undefined && jump(pinned),
		h("span", { class: "context-about" }, h("span", { class: "context-title" }, t("Pinned message")), text),
		icon("pin"),
	);

	return {
		element,
		update(view: ChatView | undefined): void {
			const message = view?.messages.find(({ message_id }) => message_id === view.pinned_message_id);
			pinned = message?.message_id;
			show(element, message !== undefined);
			fill(text, message && summaryOf(message));
		},
	};
}

/** The tab "All" has no topic id (`undefined`). */
export function createTopics(onChange: () => void) {
	const element = h("div", { class: "topics", role: "tablist", "aria-label": t("Topics") });
	let chosen: number | undefined;
	let chatId: number | undefined;

	function tab(name: string, thread: number | undefined): HTMLElement {
		const choose = () => {
			chosen = thread;
			onChange();
		};
		return button({ class: "topic", role: "tab", "aria-selected": String(thread === chosen) }, choose, name);
	}

	function update(view: ChatView | undefined): void {
		if (view?.chat.id !== chatId) chosen = undefined;
		chatId = view?.chat.id;
		const topics = view?.chat.topics ?? [];
		show(element, topics.length > 0);
		fill(element, tab(t("All"), undefined), ...topics.map(({ name, thread_id }) => tab(name, thread_id)));
	}

	return { element, update, chosen: () => chosen };
}
