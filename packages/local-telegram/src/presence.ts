import type { Clock } from "./clock.ts";
import type { ChatAction, ToastView } from "./protocol.ts";

/** Lost when the process ends. */
export function createPresence(clock: Clock) {
	const actions = new Map<number, { action: ChatAction; until: number; cancel: () => void }>();
	const toasts = new Map<number, { chat: number; toast: ToastView }[]>();
	const listeners = new Set<(event: PresenceEvent) => void>();
	const tell = (event: PresenceEvent): void => {
		for (const listener of listeners) listener(event);
	};

	const stop = (chat: number): void => {
		actions.get(chat)?.cancel();
		if (actions.delete(chat)) tell({ type: "action", chat });
	};

	return {
		/** Ends after five seconds, or when the bot sends a message (Bot API, sendChatAction). */
		act(chat: number, action: ChatAction): void {
			actions.get(chat)?.cancel();
			const cancel = clock.after(5000, () => stop(chat));
			actions.set(chat, { action, until: clock.now() + 5000, cancel });
			tell({ type: "action", chat });
		},
		stop,
		action: (chat: number): ChatAction | undefined => actions.get(chat)?.action,
		toast(person: number, chat: number, toast: ToastView): void {
			toasts.set(person, [...(toasts.get(person) ?? []), { chat, toast }].slice(-10));
			tell({ type: "toast", person, chat, toast });
		},
		toasts: (person: number, chat: number): ToastView[] =>
			(toasts.get(person) ?? []).filter((each) => each.chat === chat).map((each) => each.toast),
		onChange(listener: (event: PresenceEvent) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close(): void {
			for (const { cancel } of actions.values()) cancel();
		},
	};
}

export type PresenceEvent =
	| { type: "action"; chat: number }
	| { type: "toast"; person: number; chat: number; toast: ToastView };

export type Presence = ReturnType<typeof createPresence>;
