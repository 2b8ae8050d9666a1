import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	/** Of the chat, from top to bottom. */
	head: HTMLElement[];
	/** One over another between head and foot. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/** The columns of the page. On a phone one stands at a time: `turnTo` says which. */
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
