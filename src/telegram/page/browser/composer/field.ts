import { h } from "../dom.ts";
import { t } from "../words.ts";

/** The text field: as high as its text (the style sheet sets the limit), with a draft for each conversation. */
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
		// A field that is not shown yet has no height to speak of.
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
		/** Keeps what was being written and brings back what was being written there. */
		restore(next: string | undefined): void {
			if (conversation !== undefined) drafts.set(conversation, element.value);
			conversation = next;
			set((next !== undefined && drafts.get(next)) || "");
		},
	};
}
