import type { ChatView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, fill, h, show } from "../dom.ts";
import type { Perform } from "../perform.ts";
import { t } from "../words.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
	/**
	 * A press has hidden the button. If the server then refuses the request, the button reappears, and this is called
	 * again.
	 */
	changed(): void;
}

/** START in a new chat, UNBLOCK if the bot is blocked. */
export function createStartButton({ actions, perform, changed }: Deps) {
	const element = h("div", { class: "start-button-row" });
	let shown = "";
	/**
	 * The state of the chat before the last press (`new` or `blocked`), until the chat leaves it or the server refuses.
	 * Meanwhile, the text field is visible, so that the person can type before the server answers.
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

	/** True if the button is visible. */
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
		/** The server has answered the request of the last press. */
		settled: () => pending,
	};
}

function stateOf(view: ChatView | undefined): "loading" | "open" | "blocked" | "new" {
	if (!view) return "loading";
	if (view.chat.type !== "private") return "open";
	if (view.blocked) return "blocked";
	return view.started ? "open" : "new";
}
