import type { ChatSummary, NewGroup, NewPerson, Person } from "../../protocol.ts";
import { avatar, button, fill, h, icon } from "./dom.ts";
import { currentTheme, switchTheme } from "./layout.ts";
import { askForm, checkBox, type MenuItem, openMenu, textField } from "./overlay.ts";
import { formatMoment, type Reader } from "./rich-text/date-time.ts";
import type { State } from "./session.ts";
import { t } from "./words.ts";

interface Deps {
	openPerson(person: Person): void;
	addPerson(person: NewPerson): void;
	openChat(chatId: number): void;
	addGroup(group: NewGroup): void;
}

export function createSidebar({ openPerson, addPerson, openChat, addGroup }: Deps) {
	let state: State | undefined;
	const people = createPeople({ open: openPerson, add: addPerson });
	const chats = createChatList(openChat);
	const theme = button({ class: "icon-button" }, () => drawTheme(switchTheme()));
	const group = button(
		{ class: "icon-button", "aria-label": t("New group"), title: t("New group") },
		() => void add(),
		icon("group"),
	);

	function drawTheme(current = currentTheme()): void {
		const label = t(current === "dark" ? "Switch to light" : "Switch to dark");
		theme.setAttribute("aria-label", label);
		theme.title = label;
		fill(theme, icon(current === "dark" ? "sun" : "moon"));
	}

	async function add(): Promise<void> {
		const asked = state && (await askGroup(state.person, state.people));
		if (asked) addGroup(asked);
	}

	drawTheme();
	return {
		element: h(
			"aside",
			{ class: "sidebar", "aria-label": t("People and chats") },
			h("header", { class: "bar" }, people.element, h("span", { class: "spring" }), group, theme),
			chats.element,
			h("p", { class: "local-note" }, t("A local Telegram: nothing here leaves this machine.")),
		),
		update(next: State, reader: Reader): void {
			state = next;
			people.update(next);
			chats.update(next, reader);
		},
	};
}

/** Most recent first. It always contains the chat with the bot. */
function createChatList(open: (chatId: number) => void) {
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

interface PeopleDeps {
	open(person: Person): void;
	add(person: NewPerson): void;
}

const languages = ["en", "ru", "es", "de", "pt", "tr", "zh", "uk"];

function createPeople({ open, add }: PeopleDeps) {
	let state: State | undefined;
	const element = button({ class: "person-button", "aria-haspopup": "menu" }, () => openMenu(element, items()));

	function items(): MenuItem[] {
		const people = (state?.people ?? []).map((person) => ({
			text: person.first_name,
			hint: person.language_code ?? "",
			icon: avatar(person.id, person.first_name),
			checked: person.id === state?.person.id,
			act: () => open(person),
		}));
		return [...people, { text: t("Add a person"), icon: "plus", act: () => void askPerson(add) }];
	}

	function update(next: State): void {
		state = next;
		const { person } = next;
		element.setAttribute("aria-label", t("You are {name}: switch to another person", { name: person.first_name }));
		fill(
			element,
			avatar(person.id, person.first_name),
			h("span", { class: "person-name" }, person.first_name),
			person.language_code !== undefined && h("span", { class: "language" }, person.language_code),
			icon("chevron"),
		);
	}

	return { element, update };
}

async function askPerson(add: (person: NewPerson) => void): Promise<void> {
	const options = languages.map((code) => {
		const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
		return h("option", { value: code }, `${name} (${code})`);
	});
	const form = await askForm(
		t("Add a person"),
		t("Add"),
		textField("first_name", t("First name"), { required: true, maxlength: 64, autofocus: true }),
		h("label", { class: "field" }, h("select", { name: "language_code" }, ...options), h("span", {}, t("Language"))),
		textField("username", t("Username (optional)"), {
			pattern: "[A-Za-z0-9_]{5,32}",
			title: t("5 to 32 letters, digits or _"),
		}),
	);
	if (!form) return;
	const [first_name, language_code, username] = ["first_name", "language_code", "username"].map((name) =>
		String(form.get(name) ?? "").trim(),
	);
	if (!first_name || !language_code) return;
	add({ first_name, language_code, ...(username ? { username } : {}) });
}

/** The owner and the bot are always members. */
async function askGroup(owner: Person, people: readonly Person[]): Promise<NewGroup | undefined> {
	const others = people.filter(({ id }) => id !== owner.id);
	const form = await askForm(
		t("New group"),
		t("Create"),
		textField("title", t("Group name"), { required: true, maxlength: 128, autofocus: true }),
		h(
			"fieldset",
			{ class: "checks" },
			h("legend", {}, t("Members")),
			...others.map(({ id, first_name }) => checkBox("member", String(id), first_name, true)),
		),
		checkBox("forum", "yes", t("With topics"), false),
	);
	if (!form) return undefined;
	const members = form.getAll("member").map(Number);
	return { title: String(form.get("title")).trim(), members: [owner.id, ...members], forum: form.has("forum") };
}
