import { fill, h, listen, show } from "../dom.ts";

export interface Suggestion {
	title: string;
	detail?: string | undefined;
	choose(): void;
	/** Replaces the field's text when the person presses Tab. */
	complete?: string;
}

/**
 * An ARIA combobox: the arrow keys select a suggestion while the field keeps the focus. `key` returns true if the
 * browser must ignore the key press.
 */
export function createSuggestions(field: HTMLTextAreaElement, label: string) {
	const element = h("div", { class: "suggestions", id: "suggestions", role: "listbox", "aria-label": label });
	let items: readonly Suggestion[] = [];
	let current = 0;

	function offer(next: readonly Suggestion[]): void {
		items = next;
		current = 0;
		fill(element, ...items.map(render));
		show(element, items.length > 0);
		field.setAttribute("aria-expanded", String(items.length > 0));
		mark(0);
	}

	function render(item: Suggestion, index: number): HTMLElement {
		const option = h(
			"div",
			{ class: "suggestion", role: "option", id: `suggestion-${index}` },
			h("span", { class: "suggestion-title" }, item.title),
			item.detail !== undefined && h("span", { class: "suggestion-detail" }, item.detail),
		);
		return listen(option, {
			// The default action would move the focus from the text field to the clicked suggestion.
			mousedown: (event) => event.preventDefault(),
			click: () => take(item),
			mousemove: () => mark(index),
		});
	}

	function mark(index: number): void {
		current = (index + items.length) % Math.max(items.length, 1);
		for (const [each, option] of [...element.children].entries()) {
			option.setAttribute("aria-selected", String(each === current));
			if (each === current) option.scrollIntoView({ block: "nearest" });
		}
		if (items.length > 0) field.setAttribute("aria-activedescendant", `suggestion-${current}`);
		else field.removeAttribute("aria-activedescendant");
	}

	function take(item: Suggestion): void {
		offer([]);
		item.choose();
	}

	function key(event: KeyboardEvent): boolean {
		const item = items[current];
		if (!item) return false;
		if (event.key === "ArrowDown") mark(current + 1);
		else if (event.key === "ArrowUp") mark(current - 1);
		else if (event.key === "Escape") offer([]);
		else if (event.key === "Enter" && !event.shiftKey) take(item);
		else if (event.key === "Tab" && item.complete !== undefined) field.value = item.complete;
		else return false;
		return true;
	}

	offer([]);
	return { element, offer, key, open: () => items.length > 0 };
}
