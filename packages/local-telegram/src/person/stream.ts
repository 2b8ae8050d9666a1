import type { Core } from "../core.ts";
import type { Changed } from "../state/store.ts";
import { findPlace } from "./chat-access.ts";
import { chatView, markRead } from "./chat-view.ts";

/** Clients cannot see changes of these tables. */
const unseen = ["updates", "counters", "reads", "settings"];
/** Rows of all other tables may be seen in any chat. */
const ofOneChat = ["messages", "taps"];

/** A stream sends its chat as a whole, at most once per iteration of the event loop. */
export function createStreams(core: Core) {
	const open = new Set<{ chat: number; changed: () => void }>();
	let revision = 0;

	core.state.store.onCommit((changes) => {
		const seen = changes.filter(({ table }) => !unseen.includes(table));
		if (seen.length === 0) return;
		revision++;
		for (const { chat, changed } of open) if (seen.some((change) => concerns(change, chat))) changed();
	});

	return {
		revision: (): number => revision,
		/** Also sends the bot's answers to taps and its chat actions. Returns a function that ends the stream. */
		follow(person: number, chat: number | undefined, send: (event: string, data: unknown) => void): () => void {
			const { id } = findPlace(core.state, person, chat);
			let isPlanned = false;
			let isOver = false;
			let last = "";
			const refresh = (): void => {
				isPlanned = false;
				if (isOver) return;
				markRead(core.state, person, id);
				// The real revision increases with every change in any chat, so two views would always differ.
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
			const stream = { chat: id, changed };
			open.add(stream);
			refresh();
			return () => {
				isOver = true;
				open.delete(stream);
				forget();
			};
		},
	};
}

function concerns({ table, before, after }: Changed, chat: number): boolean {
	return !ofOneChat.includes(table) || [before, after].some((row) => isOf(row, chat));
}

function isOf(row: unknown, chat: number): boolean {
	return typeof row === "object" && row !== null && "chat" in row && row.chat === chat;
}
