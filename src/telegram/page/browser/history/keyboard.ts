import type { ButtonKind, ButtonView } from "../../../protocol.ts";
import { button, h } from "../dom.ts";
import { type IconName, icon } from "../icons.ts";

/** A tap that no bot answers stops turning by itself, as in Telegram's own clients. */
const longestWait = 15_000;

const corners: Partial<Record<ButtonKind, IconName>> = {
	url: "link",
	login: "link",
	copy: "copy",
	web_app: "window",
	switch_inline: "forward",
	switch_inline_current: "forward",
};

export type OnTap = (button: ButtonView, row: number, column: number, element: HTMLButtonElement) => void;

/** The buttons below a message. The page knows where a button stands, never what it carries. */
export function renderKeyboard(rows: readonly ButtonView[][], onTap: OnTap): HTMLElement {
	return h(
		"div",
		{ class: "keyboard", role: "group", "aria-label": "Buttons of this message" },
		...rows.map((buttons, row) =>
			h("div", { class: "keyboard-row" }, ...buttons.map((each, column) => renderButton(each, row, column, onTap))),
		),
	);
}

function renderButton(view: ButtonView, row: number, column: number, onTap: OnTap): HTMLElement {
	const corner = corners[view.kind];
	const element: HTMLButtonElement = button(
		{ class: `key ${view.style ?? ""}`, "data-key": `${row}:${column}`, disabled: view.kind === "disabled" },
		() => onTap(view, row, column, element),
		h("span", { class: "key-text" }, view.text),
		corner && icon(corner),
	);
	return element;
}

/** Turns a circle on a button until its message is settled, the answer stops it, or Telegram itself would give up. */
export function startWaiting(element: HTMLButtonElement): () => void {
	const stop = () => element.removeAttribute("aria-busy");
	element.setAttribute("aria-busy", "true");
	setTimeout(stop, longestWait);
	return stop;
}

/** Stops every circle within an element. */
export function settle(within: Element): void {
	for (const each of within.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
}
