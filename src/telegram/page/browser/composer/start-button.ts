import type { ChatView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, fill, h, show } from "../dom.ts";
import type { Perform } from "../perform.ts";
import { t } from "../words.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
	/** Called when a press hides the button. Called again if the button reappears because the server refused. */
	changed(): void;
}

/** Creates the button in place of the input: START in a new chat, UNBLOCK if the bot is blocked. */
export function createStartButton({ actions, perform, changed }: Deps) {
	const element = h("div", { class: "start-button-row" });
	let shown = "";
	/**
	 * The state (`new` or `blocked`) that a press will end. The input opens at the press already, so that text typed
	 * before the answer is not lost.
	 */
	let ending: string | undefined;
	let pending: Promise<unknown> = Promise.resolve();

	function press(work: () => Promise<unknown>): void {
		ending = shown;
		pending = perform(work).then((worked) => {
			if (worked) return;
			ending = undefined;
			changed();
		});
		changed();
	}

	function act(label: string, work: () => Promise<unknown>): HTMLElement {
		return button({ class: "start-button" }, () => press(work), label);
	}

	function buttonOf(state: string): HTMLElement | false {
		if (state === "blocked") return act(t("Unblock"), () => actions().block(false));
		return state === "new" && act(t("Start"), () => actions().start());
	}

	/** Shows or hides the button for this chat. Returns true if it is shown. */
	function update(view: ChatView | undefined): boolean {
		const actual = stateOf(view);
		if (actual !== ending) ending = undefined;
		const state = ending === undefined ? actual : "open";
		if (state !== shown) fill(element, buttonOf(state));
		shown = state;
		show(element, state !== "open");
		return state !== "open";
	}

	return {
		element,
		update,
		/** Resolves when the server has answered the last press. */
		settled: () => pending,
	};
}

function stateOf(view: ChatView | undefined): "loading" | "open" | "blocked" | "new" {
	if (!view) return "loading";
	if (view.chat.type !== "private") return "open";
	if (view.blocked) return "blocked";
	return view.started ? "open" : "new";
}
