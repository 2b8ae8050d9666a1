import type { Core } from "../core.ts";
import { findPlace } from "./chat-access.ts";
import { chatView, markRead } from "./chat-view.ts";

/**
 * The tables whose changes clients cannot see. After a change of only these tables, clients need no new view of a chat.
 */
const unseen = ["updates", "counters", "reads", "settings"];

/**
 * Creates the event streams that keep open clients up to date. A stream sends its chat as a whole, at most once per
 * iteration of the event loop.
 */
export function createStreams(core: Core) {
	const open = new Set<() => void>();
	let revision = 0;

	core.state.store.onCommit((tables) => {
		if ([...tables].every((name) => unseen.includes(name))) return;
		revision++;
		for (const changed of open) changed();
	});

	return {
		revision: (): number => revision,
		/**
		 * Sends the chat now, and again after each change that the person can see. Also sends the bot's answers to taps and
		 * the bot's chat actions. Returns a function that ends the stream.
		 */
		follow(person: number, chat: number | undefined, send: (event: string, data: unknown) => void): () => void {
			const { id } = findPlace(core.state, person, chat);
			let isPlanned = false;
			let isOver = false;
			let last = "";
			const refresh = (): void => {
				isPlanned = false;
				if (isOver) return;
				markRead(core.state, person, id);
				// The real revision increases with every change in any chat, so two views would always differ. The views to
				// compare therefore have revision 0.
				const view = chatView(core, person, id, 0);
				const text = JSON.stringify(view);
				if (text !== last) send("chat", { ...view, revision });
				last = text;
			};
			const changed = (): void => {
				if (!isPlanned) setImmediate(refresh);
				isPlanned = true;
			};
			const forget = core.presence.onChange((event) => {
				if (event.chat !== id) return;
				if (event.type === "toast" && event.person === person) send("toast", event.toast);
				if (event.type === "action") send("typing", { action: core.presence.action(id) ?? null });
				changed();
			});
			open.add(changed);
			refresh();
			return () => {
				isOver = true;
				open.delete(changed);
				forget();
			};
		},
	};
}
