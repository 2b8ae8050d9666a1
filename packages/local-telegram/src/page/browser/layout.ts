import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	/** The elements above the list of messages. */
	head: HTMLElement[];
	/** The elements between `head` and `foot`. They fill the same area and overlap. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/**
 * Creates the page's columns: people and chats, the open chat, and the log of calls. A phone shows only one column,
 * which `turnTo` selects.
 */
export function createLayout(root: HTMLElement) {
	return {
		turnTo(column: "chat" | "list"): void {
			root.setAttribute("data-column", column);
		},
		place({ sidebar, head, stage, foot, veil, calls }: Parts): void {
			const chat = h("main", { class: "chat" }, ...head, h("div", { class: "stage" }, ...stage), foot, veil);
			root.replaceChildren(h("div", { class: "app" }, sidebar, chat, calls));
		},
	};
}
