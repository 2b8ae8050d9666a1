import type { NewGroup, NewPerson, Person } from "../../../protocol.ts";
import { button, fill, h } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Reader } from "../rich-text/date-time.ts";
import type { State } from "../session.ts";
import { currentTheme, switchTheme } from "../theme.ts";
import { t } from "../words.ts";
import { createChatList } from "./chat-list.ts";
import { askGroup } from "./new-group.ts";
import { createPeople } from "./people.ts";

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
