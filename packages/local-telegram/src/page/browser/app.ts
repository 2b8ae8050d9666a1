import type { ChatView, NewGroup, PeopleView, Person, ToastView } from "../../protocol.ts";
import { formatAddress, parseAddress } from "./address.ts";
import { addGroup, fileUrl } from "./api.ts";
import { createCalls } from "./calls.ts";
import { acceptFiles, createComposer } from "./composer/composer.ts";
import { fill, h, show } from "./dom.ts";
import { chatMenu, createHeader, createPinned, createTopics } from "./header.ts";
import { createHistory } from "./history/history.ts";
import { createLayout } from "./layout.ts";
import { createMessageActions } from "./message-actions.ts";
import { createToasts, showAlert } from "./overlay.ts";
import { createPerform, createSession } from "./session.ts";
import { createSidebar } from "./sidebar.ts";
import { currentLanguage, languageOf, setLanguage, t } from "./words.ts";

const redrawEveryMs = 30_000;
const lookAroundEveryMs = 2000;

/** Shows `fallback` if the URL names no person. */
export function createApp(root: HTMLElement, people: PeopleView, fallback: Person): void {
	const address = parseAddress(location.hash);
	const person = people.people.find(({ id }) => id === address.person) ?? fallback;
	setLanguage(languageOf(person.language_code));
	const session = createSession(people, person, { change: update, toast: showAnswer });
	const toasts = createToasts();
	const perform = createPerform((text) => toasts.say(text, "refusal"));
	const layout = createLayout(root);
	const calls = createCalls();
	const topics = createTopics(update);
	const composer = createComposer({ actions: session.actions, perform, thread: topics.chosen });
	const actions = createMessageActions({
		session,
		composer,
		perform,
		say: toasts.say,
		jump: (id) => messages.jump(id),
	});
	const messages = createHistory(actions);
	const pinned = createPinned(messages.jump);
	const empty = createEmptyChat();
	const header = createHeader({
		back: () => layout.turnTo("list"),
		items: () =>
			chatMenu(session.state, { actions: session.actions, perform, onLeave: () => go(session.state.person) }),
		callsButton: calls.toggle,
	});
	const sidebar = createSidebar({
		openPerson: (next) => go(next),
		addPerson: (next) => void perform(() => session.add(next)),
		openChat: (chatId) => go(session.state.person, chatId),
		addGroup: (group) => void perform(() => createGroup(group)),
	});

	function go(next: Person, chatId?: number): void {
		session.open(next, chatId);
		layout.turnTo("chat");
	}

	async function createGroup(group: NewGroup): Promise<void> {
		const { chat_id } = await addGroup(group);
		go(session.state.person, chat_id);
	}

	/** A link is opened. A text is shown as an alert or as a short message. */
	function showAnswer({ text, alert, url }: ToastView): void {
		if (url !== undefined) actions.link(url);
		if (text === "") return;
		if (alert) void showAlert(session.state.bot.first_name, text);
		else toasts.say(text);
	}

	function update(): void {
		const { state } = session;
		const reader = { locale: state.person.language_code ?? "en", now: Date.now() / 1000 };
		document.title = state.bot.first_name;
		const hash = formatAddress(state.person.id, state.chatId);
		if (location.hash !== hash) history.replaceState(null, "", hash);
		// Existing elements keep the language in which they were created, so the page must reload.
		if (languageOf(state.person.language_code) !== currentLanguage()) {
			root.replaceChildren();
			location.reload();
			return;
		}
		sidebar.update(state, reader);
		header.update(state);
		pinned.update(state.chat);
		topics.update(state.chat);
		empty.update(state.chat);
		composer.update(state.chat);
		const thread = topics.chosen();
		const shown = (state.chat?.messages ?? []).filter(({ thread_id }) => thread === undefined || thread_id === thread);
		messages.update([state.person.id, state.chatId, thread, state.chat !== undefined].join(":"), shown, {
			reader,
			shared: state.chat !== undefined && state.chat.chat.type !== "private",
			botName: state.bot.username,
			fileUrl: (file) => fileUrl(state.person.id, file),
		});
		void calls.refresh();
	}

	function lookAround(): void {
		if (document.hidden) return;
		void calls.refresh();
		void session.refreshChats();
	}

	layout.place({
		sidebar: sidebar.element,
		head: [header.element, pinned.element, topics.element],
		stage: [messages.element, empty.element, toasts.element],
		foot: composer.element,
		veil: acceptFiles(root, composer.field, composer.upload),
		calls: calls.element,
	});
	go(person, address.chat);
	setInterval(update, redrawEveryMs);
	setInterval(lookAround, lookAroundEveryMs);
}

function createEmptyChat() {
	const element = h("div", { class: "empty-chat" });
	let shown = "";

	function update(view: ChatView | undefined): void {
		const empty = view !== undefined && view.messages.length === 0;
		show(element, empty);
		const look = JSON.stringify([view?.bot, view?.chat, view?.started]);
		if (!empty || look === shown) return;
		shown = look;
		fill(element, h("div", { class: "empty-card", dir: "auto" }, ...linesOf(view)));
	}

	return { element, update };
}

function linesOf({ bot, chat }: ChatView): Node[] {
	if (chat.type !== "private") return [h("strong", {}, t("No messages here yet…"))];
	if (bot.description) return [h("strong", {}, t("What can this bot do?")), h("p", {}, bot.description)];
	return [h("strong", {}, t("No messages here yet…")), h("p", {}, t("Press START to begin."))];
}
