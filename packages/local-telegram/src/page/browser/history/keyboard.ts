import type { ButtonKind, ButtonView } from "../../../protocol.ts";
import { button, h } from "../dom.ts";
import { type IconName, icon } from "../icons.ts";
import { t } from "../words.ts";

const corners: Partial<Record<ButtonKind, IconName>> = {
	url: "link",
	login: "link",
	copy: "copy",
	web_app: "window",
	switch_inline: "forward",
	switch_inline_current: "forward",
};

/** Fonts draw these emoji in one dark color, which is hard to see on a button. */
const dark = /([➕➖➗✖💲✔➰]\uFE0F?)/u;

type OnTap = (button: ButtonView, row: number, column: number) => void;

/** The page does not know the callback data, so `onTap` gets row and column. */
export function renderKeyboard(rows: readonly ButtonView[][], onTap: OnTap): HTMLElement {
	return h(
		"div",
		{ class: "keyboard", role: "group", "aria-label": t("Buttons of this message") },
		...rows.map((buttons, row) =>
			h("div", { class: "keyboard-row" }, ...buttons.map((each, column) => renderButton(each, row, column, onTap))),
		),
	);
}

function renderButton(view: ButtonView, row: number, column: number, onTap: OnTap): HTMLElement {
	const corner = corners[view.kind];
	return button(
		{ class: `key ${view.style ?? ""}`, "data-key": `${row}:${column}`, disabled: view.kind === "disabled" },
		() => onTap(view, row, column),
		h("span", { class: "key-text" }, h("span", {}, ...view.text.split(dark).map(drawLabel))),
		corner && icon(corner),
	);
}

function drawLabel(part: string): Node | string {
	return dark.test(part) ? h("span", { class: "key-glyph" }, part) : part;
}

export function markWaiting(message: Element, rows: readonly ButtonView[][]): void {
	for (const [row, buttons] of rows.entries()) {
		for (const [column, { waiting }] of buttons.entries()) {
			message.querySelector(`[data-key="${row}:${column}"]`)?.toggleAttribute("aria-busy", waiting === true);
		}
	}
}
