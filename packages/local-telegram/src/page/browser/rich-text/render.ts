import type { EntityView } from "../../../protocol.ts";
import { button, h, icon, listen } from "../dom.ts";
import { t } from "../words.ts";
import { formatDateTime, formatFull, type Reader } from "./date-time.ts";
import type { RichElement, RichNode } from "./tree.ts";

export interface TextActions {
	command(text: string): void;
	link(url: string): void;
	copy(text: string): void;
}

export function renderRichText(nodes: readonly RichNode[], reader: Reader, actions: TextActions): (Node | string)[] {
	return nodes.map((node) => (typeof node === "string" ? node : renderElement(node, reader, actions)));
}

function renderElement(element: RichElement, reader: Reader, actions: TextActions): Node {
	const { entity } = element;
	const children = renderRichText(element.children, reader, actions);
	const text = plainText(element.children);
	switch (entity.type) {
		case "bold":
			return h("strong", {}, ...children);
		case "italic":
			return h("em", {}, ...children);
		case "underline":
			return h("u", {}, ...children);
		case "strikethrough":
			return h("s", {}, ...children);
		case "spoiler":
			return renderSpoiler(children);
		case "blockquote":
			return h("blockquote", {}, ...children);
		case "expandable_blockquote":
			return renderExpandableQuote(children);
		case "code":
			return pressable(h("code", { role: "button", tabindex: 0, title: t("Copy") }, ...children), () =>
				actions.copy(text),
			);
		case "pre":
			return codeBlock(entity, text, children, actions);
		case "date_time":
			return moment(entity, reader, children);
		case "bot_command":
			return button({ class: "link" }, () => actions.command(text), ...children);
		case "custom_emoji":
			return h("span", { class: "custom-emoji" }, ...children);
		default:
			return link(entity, text, children, actions);
	}
}

function plainText(nodes: readonly RichNode[]): string {
	return nodes.map((node) => (typeof node === "string" ? node : plainText(node.children))).join("");
}

/** A real button cannot be used for text that wraps across lines. */
function pressable<E extends HTMLElement>(element: E, act: () => void): E {
	return listen(element, {
		click: act,
		keydown: (event) => {
			if (event.key !== "Enter") return;
			event.stopPropagation();
			act();
		},
	});
}

function link(entity: EntityView, text: string, children: (Node | string)[], actions: TextActions): Node {
	const target = hrefOf(entity, text);
	if (target === undefined) return h("span", { class: "link" }, ...children);
	const anchor = h("a", { class: "link", href: target, rel: "noopener noreferrer", target: "_blank" }, ...children);
	return listen(anchor, {
		click: (event) => {
			event.preventDefault();
			actions.link(target);
		},
	});
}

const safeScheme = /^(https?|tg|mailto|tel):/i;

function hrefOf({ type, url }: EntityView, text: string): string | undefined {
	if (type === "text_link") return url !== undefined && safeScheme.test(url) ? url : undefined;
	if (type === "url") return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
	if (type === "email") return `mailto:${text}`;
	if (type === "phone_number") return `tel:${text.replaceAll(/[^+\d]/g, "")}`;
	if (type === "mention") return `https://t.me/${text.slice(1)}`;
	return undefined;
}

function moment({ unix_time, date_time_format }: EntityView, reader: Reader, children: (Node | string)[]): Node {
	if (unix_time === undefined) return h("span", {}, ...children);
	const shown = formatDateTime(unix_time, date_time_format ?? "", reader);
	const attributes = { datetime: new Date(unix_time * 1000).toISOString(), title: formatFull(unix_time, reader) };
	return h("time", attributes, ...(shown === undefined ? children : [shown]));
}

function codeBlock(entity: EntityView, text: string, children: (Node | string)[], actions: TextActions): Node {
	return h(
		"pre",
		{},
		h(
			"span",
			{ class: "code-head" },
			h("span", {}, entity.language ?? t("code")),
			button({ class: "icon-button small", "aria-label": t("Copy code") }, () => actions.copy(text), icon("copy")),
		),
		h("code", {}, ...children),
	);
}

/** A quote that fits into three lines has no button. */
function renderExpandableQuote(children: (Node | string)[]): HTMLElement {
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

/** A click reveals all spoilers of the message, as in Telegram. */
function renderSpoiler(children: (Node | string)[]): Node {
	const covered = h("span", { class: "covered", "aria-hidden": "true" }, ...children);
	const element = h(
		"span",
		{ class: "spoiler", role: "button", tabindex: 0, "aria-label": t("Hidden text: show") },
		covered,
	);
	const reveal = (event: Event) => {
		if (!element.hasAttribute("role")) return;
		event.preventDefault();
		event.stopPropagation();
		for (const each of element.closest(".text")?.querySelectorAll(".spoiler") ?? [element]) uncover(each);
	};
	// The first click must only reveal the text. In the capture phase, this runs before the listener of a link inside.
	element.addEventListener("click", reveal, { capture: true });
	return listen(element, {
		keydown: (event) => {
			if (event.key === "Enter" || event.key === " ") reveal(event);
		},
	});
}

function uncover(spoilerElement: Element): void {
	for (const name of ["role", "tabindex", "aria-label"]) spoilerElement.removeAttribute(name);
	spoilerElement.classList.add("open");
	spoilerElement.firstElementChild?.removeAttribute("aria-hidden");
}
