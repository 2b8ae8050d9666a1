import type { ChatView } from "../../protocol.ts";
import { button, fill, h, show } from "./dom.ts";
import { t } from "./words.ts";

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
