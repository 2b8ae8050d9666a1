import { button, h, listen } from "../dom.ts";
import { type IconName, icon } from "../icons.ts";

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
