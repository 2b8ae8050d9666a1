import { h } from "../dom.ts";
import { t } from "../words.ts";

/**
 * Creates the text field. Its height grows with the text, up to a maximum in the style sheet. It stores a separate
 * draft for each chat.
 */
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
		// An empty field keeps its automatic height: the field may be hidden, and its measured height would then be 0.
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
		/**
		 * Stores the text of the field as the draft of the current chat. Then puts the draft of the chat `next` into the
		 * field. `next` is a key for a person and a chat.
		 */
		restore(next: string | undefined): void {
			if (conversation !== undefined) drafts.set(conversation, element.value);
			conversation = next;
			set((next !== undefined && drafts.get(next)) || "");
		},
	};
}
