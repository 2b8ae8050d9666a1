import { h } from "./dom.ts";

interface Parts {
	sidebar: HTMLElement;
	head: HTMLElement[];
	/** They fill the same area and overlap. */
	stage: HTMLElement[];
	foot: HTMLElement;
	veil: HTMLElement;
	calls: HTMLElement;
}

/** A phone shows only one column, which `turnTo` selects. */
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
