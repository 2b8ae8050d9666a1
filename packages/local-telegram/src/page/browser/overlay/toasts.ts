import { h, listen } from "../dom.ts";

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
