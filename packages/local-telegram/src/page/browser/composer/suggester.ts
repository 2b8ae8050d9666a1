import type { ChatView, CommandView, InlineResultsView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, show } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Perform } from "../perform.ts";
import { t } from "../words.ts";
import { inlineQueryOf, matchCommands } from "./commands.ts";
import { createSuggestions, type Suggestion } from "./suggestions.ts";

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
