import type { ChatView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, fill, h, show } from "../dom.ts";
import type { Perform } from "../perform.ts";
import { t } from "../words.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
	/**
	 * Called when a press has hidden the button. If the server then refuses the request, the button reappears, and this
	 * function is called again.
	 */
	changed(): void;
}

/** Creates the button that replaces the text field. It is START in a new chat and UNBLOCK if the bot is blocked. */
export function createStartButton({ actions, perform, changed }: Deps) {
	const element = h("div", { class: "start-button-row" });
	let shown = "";
	/**
	 * The state of the chat before the last press (`new` or `blocked`). Set until the chat leaves this state or the
	 * server refuses the request. While it is set, the text field is visible, so that the person can type before the
	 * server answers.
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

	/** Shows the button if this chat needs it, and hides it otherwise. Returns true if the button is visible. */
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
		/** Resolves when the server has answered the request of the last press. */
		settled: () => pending,
	};
}

function stateOf(view: ChatView | undefined): "loading" | "open" | "blocked" | "new" {
	if (!view) return "loading";
	if (view.chat.type !== "private") return "open";
	if (view.blocked) return "blocked";
	return view.started ? "open" : "new";
}
