import { button, h, listen } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";

/** A quote that fits into three lines has no button. */
export function renderExpandableQuote(children: (Node | string)[]): HTMLElement {
	const content = listen(h("div", { class: "quoted" }, ...children), { click: switchOpen });
	const toggle = button(
		{ class: "expand", "aria-expanded": "false", "aria-label": t("Show the whole quote") },
		switchOpen,
		icon("chevron"),
	);
	const quote = h("blockquote", { class: "expandable" }, content, toggle);
	new ResizeObserver(() => {
		const open = quote.classList.contains("open");
		if (!open) quote.classList.toggle("short", content.scrollHeight <= content.clientHeight + 1);
	}).observe(content);
	function switchOpen(): void {
		toggle.setAttribute("aria-expanded", String(quote.classList.toggle("open")));
	}

	return quote;
}
