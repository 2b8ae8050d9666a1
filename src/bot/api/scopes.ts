import { AsyncLocalStorage } from "node:async_hooks";
import type { Transformer } from "grammy";

/** A topic of a group or of a private chat. */
export interface Topic {
	chatId: number;
	/** Telegram's `message_thread_id`. */
	id: number;
}

/**
 * Sends every message inside `run` to a topic, if it goes to the same chat. The topic is that of the update that causes
 * the message, or that of the stored screen.
 */
export interface TopicScope {
	run<T>(topic: Topic | null, work: () => Promise<T>): Promise<T>;
	transformer: Transformer;
}

export function createTopicScope(): TopicScope {
	const topics = new AsyncLocalStorage<Topic | null>();
	return {
		run: (topic, work) => topics.run(topic, work),
		async transformer(previous, method, payload, signal) {
			const topic = topics.getStore();
			const fits = topic && method.startsWith("send") && "chat_id" in payload && payload.chat_id === topic.chatId;
			if (!fits) return await previous(method, payload, signal);
			const answer = await previous(method, Object.assign({ message_thread_id: topic.id }, payload), signal);
			// The person may have deleted the topic meanwhile.
			const isGone = !answer.ok && answer.description.includes("thread not found");
			return isGone ? await previous(method, payload, signal) : answer;
		},
	};
}

/**
 * Passes an abort signal to all code inside `run`. If the bot abandons a handler, for example at shutdown, this signal
 * aborts and stops the handler's calls and writes.
 */
export interface AbortScope {
	run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
	/** Returns the signal of the current handler, or undefined outside a handler. */
	signal(): AbortSignal | undefined;
}

export function createAbortScope(): AbortScope {
	const signals = new AsyncLocalStorage<AbortSignal>();
	return {
		run: (signal, work) => signals.run(signal, work),
		signal: () => signals.getStore(),
	};
}
