import { h } from "../dom.ts";
import { t } from "../words.ts";

/** Grows with the text, up to a maximum in the style sheet. Keeps a separate draft for each chat. */
export function createField() {
	const element = h("textarea", {
		class: "field-text",
		rows: 1,
		dir: "auto",
		placeholder: t("Message"),
		"aria-label": t("Message"),
		role: "combobox",
		"aria-autocomplete": "list",
		"aria-controls": "suggestions",
		"aria-expanded": "false",
		enterkeyhint: "send",
	});
	const drafts = new Map<string, string>();
	let conversation: string | undefined;

	function grow(): void {
		element.style.height = "auto";
		// The measured height of a hidden field would be 0.
		if (element.value !== "") element.style.height = `${element.scrollHeight}px`;
	}

	function set(text: string): void {
		element.value = text;
		grow();
	}

	element.addEventListener("input", grow);
	return {
		element,
		set,
		value: () => element.value,
		/** `next` is a key for a person and a chat. */
		restore(next: string | undefined): void {
			if (conversation !== undefined) drafts.set(conversation, element.value);
			conversation = next;
			set((next !== undefined && drafts.get(next)) || "");
		},
	};
}
