import type { ChatView, CommandView, InlineResultsView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, fill, h, icon, listen, show } from "../dom.ts";
import type { Perform } from "../session.ts";
import { t } from "../words.ts";
import { inlineQueryOf, matchCommands } from "./commands.ts";

interface Suggestion {
	title: string;
	detail?: string | undefined;
	choose(): void;
	/** Replaces the field's text when the person presses Tab. */
	complete?: string;
}

/**
 * An ARIA combobox: the arrow keys select a suggestion while the field keeps the focus. `key` returns true if the
 * browser must ignore the key press.
 */
function createSuggestions(field: HTMLTextAreaElement, label: string) {
	const element = h("div", { class: "suggestions", id: "suggestions", role: "listbox", "aria-label": label });
	let items: readonly Suggestion[] = [];
	let current = 0;

	function offer(next: readonly Suggestion[]): void {
		items = next;
		current = 0;
		fill(element, ...items.map(render));
		show(element, items.length > 0);
		field.setAttribute("aria-expanded", String(items.length > 0));
		mark(0);
	}

	function render(item: Suggestion, index: number): HTMLElement {
		const option = h(
			"div",
			{ class: "suggestion", role: "option", id: `suggestion-${index}` },
			h("span", { class: "suggestion-title" }, item.title),
			item.detail !== undefined && h("span", { class: "suggestion-detail" }, item.detail),
		);
		return listen(option, {
			// The default action would move the focus from the text field to the clicked suggestion.
			mousedown: (event) => event.preventDefault(),
			click: () => take(item),
			mousemove: () => mark(index),
		});
	}

	function mark(index: number): void {
		current = (index + items.length) % Math.max(items.length, 1);
		for (const [each, option] of [...element.children].entries()) {
			option.setAttribute("aria-selected", String(each === current));
			if (each === current) option.scrollIntoView({ block: "nearest" });
		}
		if (items.length > 0) field.setAttribute("aria-activedescendant", `suggestion-${current}`);
		else field.removeAttribute("aria-activedescendant");
	}

	function take(item: Suggestion): void {
		offer([]);
		item.choose();
	}

	function key(event: KeyboardEvent): boolean {
		const item = items[current];
		if (!item) return false;
		if (event.key === "ArrowDown") mark(current + 1);
		else if (event.key === "ArrowUp") mark(current - 1);
		else if (event.key === "Escape") offer([]);
		else if (event.key === "Enter" && !event.shiftKey) take(item);
		else if (event.key === "Tab" && item.complete !== undefined) field.value = item.complete;
		else return false;
		return true;
	}

	offer([]);
	return { element, offer, key, open: () => items.length > 0 };
}

interface Deps {
	actions(): Actions;
	perform: Perform;
	say(text: string): void;
	chat(): ChatView | undefined;
}

/** After a slash, it contains commands. After the bot's name, it contains inline results. */
export function createSuggester(field: HTMLTextAreaElement, { actions, perform, say, chat }: Deps) {
	const list = createSuggestions(field, t("Suggestions"));
	const menuButton = button({ class: "commands-button" }, toggleAll, icon("menu"), t("Menu"));
	let asking: ReturnType<typeof setTimeout> | undefined;
	let lastQuery: string | undefined;

	function refresh(): void {
		show(menuButton, (chat()?.commands.length ?? 0) > 0 && field.value === "");
	}

	function update(): void {
		refresh();
		const view = chat();
		const query = view?.bot.inline ? inlineQueryOf(field.value, view.bot.username) : undefined;
		if (query === undefined) list.offer(matchCommands(field.value, view?.commands ?? []).map(suggestCommand));
		if (query !== undefined && query !== lastQuery) askLater(query);
		lastQuery = query;
	}

	function toggleAll(): void {
		const view = chat();
		list.offer(list.open() ? [] : (view?.commands ?? []).map(suggestCommand));
		field.focus();
	}

	function suggestCommand({ command, description }: CommandView): Suggestion {
		const view = chat();
		const name = view?.chat.type === "private" ? command : `${command}@${view?.bot.username}`;
		const choose = () => {
			field.value = "";
			update();
			say(`/${name}`);
		};
		return { title: `/${command}`, detail: description, complete: `/${command} `, choose };
	}

	/** Waits for 300 ms without a key press, so that not every key press sends a query. */
	function askLater(query: string): void {
		clearTimeout(asking);
		asking = setTimeout(() => void perform(() => askInline(query)), 300);
	}

	async function askInline(query: string): Promise<void> {
		const answer = await actions().ask(query);
		if (query === lastQuery) list.offer(answer.results.map(suggestResult));
	}

	function suggestResult({ title, description }: InlineResultsView["results"][number], index: number): Suggestion {
		const choose = () => {
			field.value = "";
			update();
			void perform(() => actions().choose(index));
		};
		return { title, detail: description, choose };
	}

	return { element: list.element, menuButton, refresh, update, key: list.key };
}
