import { button, h, type IconName, icon, listen } from "./dom.ts";
import { t } from "./words.ts";

/**
 * `build` gets a function that closes the dialog with an answer, and returns its content. Escape or a click outside
 * closes the dialog without an answer.
 */
export function openDialog<Answer>(
	label: string,
	build: (close: (answer?: Answer) => void) => (Node | false | undefined)[],
	kind = "",
): Promise<Answer | undefined> {
	return new Promise((resolve) => {
		let answer: Answer | undefined;
		const dialog = h("dialog", { class: `dialog ${kind}`, "aria-label": label });
		const close = (given?: Answer) => {
			answer = given;
			dialog.close();
		};
		dialog.append(h("div", { class: "dialog-body" }, ...build(close)));
		listen(dialog, {
			click: (event) => {
				if (event.target === dialog) close();
			},
			close: () => {
				dialog.remove();
				resolve(answer);
			},
		});
		document.body.append(dialog);
		dialog.showModal();
	});
}

export function dialogButtons(...buttons: HTMLElement[]): HTMLElement {
	return h("div", { class: "dialog-buttons" }, ...buttons);
}

interface Question {
	title: string;
	text: string;
	confirm: string;
	danger?: boolean;
}

export async function ask({ title, text, confirm, danger }: Question): Promise<boolean> {
	const answer = await openDialog<true>(title, (close) => [
		h("h2", {}, title),
		h("p", { class: "dialog-text" }, text),
		dialogButtons(
			button({ class: "flat" }, () => close(), t("Cancel")),
			button({ class: danger ? "flat danger" : "flat", autofocus: true }, () => close(true), confirm),
		),
	]);
	return answer === true;
}

export async function showAlert(title: string, text: string): Promise<void> {
	await openDialog<void>(title, (close) => [
		h("h2", {}, title),
		h("p", { class: "dialog-text", dir: "auto" }, text),
		dialogButtons(button({ class: "flat", autofocus: true }, () => close(), "OK")),
	]);
}

/** Undefined if the person does not submit the form. */
export function askForm(title: string, confirm: string, ...fields: Node[]): Promise<FormData | undefined> {
	return openDialog<FormData>(title, (close) => {
		const form = h(
			"form",
			{ method: "dialog" },
			h("h2", {}, title),
			...fields,
			dialogButtons(
				button({ class: "flat" }, () => close(), t("Cancel")),
				h("button", { type: "submit", class: "flat" }, confirm),
			),
		);
		listen(form, {
			submit: (event) => {
				event.preventDefault();
				close(new FormData(form));
			},
		});
		return [form];
	});
}

export function textField(name: string, label: string, attributes: Record<string, string | number | boolean> = {}) {
	const input = h("input", { type: "text", name, autocomplete: "off", placeholder: " ", ...attributes });
	return h("label", { class: "field" }, input, h("span", {}, label));
}

/** Checkboxes with the same name form a list of values. */
export function checkBox(name: string, value: string, text: string, checked: boolean): HTMLElement {
	return h("label", { class: "check" }, h("input", { type: "checkbox", name, value, checked }), text);
}

export interface MenuItem {
	text: string;
	icon?: IconName | Node;
	hint?: string;
	danger?: boolean;
	checked?: boolean;
	act(): void;
}

/** The popover is `manual`, because an `auto` popover would be closed by the same right click that opens it. */
export function openMenu(at: { x: number; y: number } | HTMLElement, items: readonly MenuItem[]): void {
	const before = document.activeElement;
	const menu = h(
		"div",
		{ class: "menu", role: "menu", popover: "manual" },
		...items.map((item) => renderItem(item, close)),
	);
	function close(): void {
		removeEventListener("pointerdown", closeElsewhere, true);
		if (menu.isConnected) menu.hidePopover();
	}
	function closeElsewhere({ target }: Event): void {
		if (!(target instanceof Node && menu.contains(target))) close();
	}
	listen(menu, {
		keydown: (event) => (event.key === "Escape" ? close() : walk(event, menu)),
		toggle: (event) => {
			if (!(event instanceof ToggleEvent) || event.newState !== "closed") return;
			const had = menu.contains(document.activeElement) || document.activeElement === document.body;
			menu.remove();
			if (had && before instanceof HTMLElement) before.focus({ preventScroll: true });
		},
	});
	document.body.append(menu);
	menu.showPopover();
	addEventListener("pointerdown", closeElsewhere, true);
	positionMenu(menu, at);
	menu.querySelector("button")?.focus({ preventScroll: true });
}

function renderItem(item: MenuItem, close: () => void): HTMLElement {
	return button(
		{
			class: item.danger ? "menu-item danger" : "menu-item",
			role: item.checked === undefined ? "menuitem" : "menuitemradio",
			"aria-checked": item.checked === undefined ? undefined : String(item.checked),
			tabindex: -1,
		},
		() => {
			close();
			item.act();
		},
		typeof item.icon === "string" ? icon(item.icon) : item.icon,
		h("span", { class: "menu-text" }, item.text),
		item.hint !== undefined && h("span", { class: "menu-hint" }, item.hint),
		item.checked === true && icon("check"),
	);
}

function walk(event: KeyboardEvent, menu: HTMLElement): void {
	const items = [...menu.querySelectorAll("button")];
	const index = items.findIndex((item) => item.matches(":focus"));
	const all = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1, Tab: index + 1 };
	const step = new Map(Object.entries(all)).get(event.key);
	if (step === undefined) return;
	event.preventDefault();
	items.at(step % items.length)?.focus();
}

function positionMenu(menu: HTMLElement, at: { x: number; y: number } | HTMLElement): void {
	const edge = 8;
	const box = at instanceof HTMLElement ? at.getBoundingClientRect() : undefined;
	const wanted = at instanceof HTMLElement ? { x: box?.left ?? 0, y: (box?.bottom ?? 0) + 4 } : at;
	const x = Math.min(wanted.x, innerWidth - menu.offsetWidth - edge);
	const above = wanted.y + menu.offsetHeight + edge > innerHeight;
	const y = above ? (box?.top ?? wanted.y) - menu.offsetHeight : wanted.y;
	menu.style.left = `${Math.max(edge, x)}px`;
	menu.style.top = `${Math.max(edge, y)}px`;
}

const visibleMs = 3500;

/** A long message stays longer. */
export function createToasts() {
	const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

	function say(text: string, kind: "plain" | "refusal" = "plain"): void {
		const toast = h("div", { class: `toast ${kind}`, dir: "auto" }, text);
		listen(toast, { click: () => toast.remove() });
		element.append(toast);
		while (element.childElementCount > 3) element.firstElementChild?.remove();
		setTimeout(() => toast.remove(), visibleMs + text.length * 30);
	}

	return { element, say };
}

export async function viewPhoto(url: string): Promise<void> {
	await openDialog<void>(
		t("Photo"),
		(close) => [
			h("img", { src: url, alt: t("Photo") }),
			h(
				"div",
				{ class: "viewer-buttons" },
				h("a", { class: "icon-button", href: url, download: "photo", "aria-label": t("Download") }, icon("download")),
				button({ class: "icon-button", "aria-label": t("Close") }, () => close(), icon("close")),
			),
		],
		"viewer",
	);
}
