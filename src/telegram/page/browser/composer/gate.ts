import type { ChatView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, fill, h, show } from "../dom.ts";
import type { Perform } from "../perform.ts";
import { t } from "../words.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
}

/** What stands in place of the input while nothing can be written: START in a new chat, UNBLOCK in a blocked one. */
export function createGate({ actions, perform }: Deps) {
	const element = h("div", { class: "gate" });
	let shown = "";

	function act(label: string, work: () => Promise<unknown>): HTMLElement {
		return button({ class: "gate-button" }, () => void perform(work), label);
	}

	function buttonOf(state: string): HTMLElement | false {
		if (state === "blocked") return act(t("Unblock"), () => actions().block(false));
		return state === "new" && act(t("Start"), () => actions().start());
	}

	/** True while the gate is closed. */
	function update(view: ChatView | undefined): boolean {
		const state = stateOf(view);
		if (state !== shown) fill(element, buttonOf(state));
		shown = state;
		show(element, state !== "open");
		return state !== "open";
	}

	return { element, update };
}

function stateOf(view: ChatView | undefined): "loading" | "open" | "blocked" | "new" {
	if (!view) return "loading";
	if (view.chat.type !== "private") return "open";
	if (view.blocked) return "blocked";
	return view.started ? "open" : "new";
}
