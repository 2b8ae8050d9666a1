import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	/** The elements above the messages. */
	head: HTMLElement[];
	/** The elements between head and foot, in layers on top of each other. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/** Creates the page's columns. A phone shows one at a time, which `turnTo` selects. */
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
