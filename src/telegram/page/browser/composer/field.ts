import { h } from "../dom.ts";
import { t } from "../words.ts";

/** The text field: as high as its text (the style sheet sets the maximum), with a draft per chat. */
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
		// A hidden field has no height.
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
		/** Stores the current draft and restores the one of the next chat. */
		restore(next: string | undefined): void {
			if (conversation !== undefined) drafts.set(conversation, element.value);
			conversation = next;
			set((next !== undefined && drafts.get(next)) || "");
		},
	};
}
