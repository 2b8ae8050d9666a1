import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	/** The top of the chat. */
	head: HTMLElement[];
	/** Layers on top of each other between head and foot. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/** The columns of the page. A phone shows one at a time: `turnTo` selects it. */
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
