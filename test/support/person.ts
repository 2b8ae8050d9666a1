import type { ChatView, Person, ToastView } from "local-telegram/protocol.ts";
import { followEvents } from "./event-stream.ts";

export interface PersonOptions {
	url: string;
	person?: number;
	chat?: number;
	timeoutMs?: number;
}

/** The language is a code such as `en`. */
export async function createPerson(url: string, language_code = "en"): Promise<number> {
	const response = await fetch(`${url}/people`, { method: "POST", ...content({ first_name: "Anna", language_code }) });
	// The cast is safe, because the local Telegram answers with this type.
	const { id } = (await response.json()) as Person;
	return id;
}

/** Follows the changes of one chat. */
export async function connectPerson({ url, person = 1001, chat, timeoutMs = 30_000 }: PersonOptions) {
	const query = chat === undefined ? "" : `?chat=${chat}`;
	const base = `${url}/people/${person}`;
	const closing = new AbortController();
	const waiting = new Set<() => void>();
	const toasts: ToastView[] = [];

	/**
	 * A `path` that begins with a slash is relative to the server's URL, any other one to the person's. Throws if the
	 * status is not 2xx.
	 */
	async function ask<Answer>(path: string, method = "GET", body?: unknown): Promise<Answer> {
		const response = await fetch(path.startsWith("/") ? `${url}${path}` : `${base}/${path}`, {
			method,
			...(body === undefined ? {} : content(body)),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		// The cast is safe, because the local Telegram answers with the types of its protocol.
		return (await response.json()) as Answer;
	}

	let changes = 0;
	let newest = 0;
	let view = await ask<ChatView>(`chat${query}`);
	await followEvents(`${base}/stream${query}`, closing.signal, (event, data) => {
		// The casts are safe, because the name of an event determines the type of its data.
		if (event === "chat") view = data as ChatView;
		newest = Math.max(newest, view.messages.at(-1)?.message_id ?? 0);
		if (event === "toast") toasts.push(data as ToastView);
		changes += 1;
		for (const check of waiting) check();
	});

	return {
		ask,
		view: () => view,
		/** The message was in the chat, and has been deleted since. */
		isDeleted: (id: number): boolean => id <= newest && !view.messages.some((message) => message.message_id === id),
		toasts,
		/**
		 * Calls `find` after each change of the chat. Rejects after `timeoutMs` with an error that contains `what` and the last
		 * messages.
		 */
		waitFor<Found>(find: () => Found | undefined, what: string): Promise<Found> {
			const { promise, resolve, reject } = Promise.withResolvers<Found>();
			const check = (): void => {
				const found = find();
				if (found !== undefined) resolve(found);
			};
			const fail = (): void => reject(new Error(`${what} within ${timeoutMs} ms; the chat:\n${transcript(view)}`));
			const limit = setTimeout(fail, timeoutMs);
			waiting.add(check);
			check();
			return promise.finally(() => {
				clearTimeout(limit);
				waiting.delete(check);
			});
		},
		/** That have arrived so far. */
		changes: () => changes,
		/** More than `count` changes have arrived, or `limitMs` has passed. */
		async changedSince(count: number, limitMs: number): Promise<void> {
			const { promise, resolve } = Promise.withResolvers<void>();
			const check = (): void => {
				if (changes > count) resolve();
			};
			const limit = setTimeout(resolve, limitMs);
			waiting.add(check);
			check();
			await promise;
			clearTimeout(limit);
			waiting.delete(check);
		},
		async download(fileId: string): Promise<Buffer> {
			const response = await fetch(`${base}/files/${fileId}`);
			if (!response.ok) throw new Error(`file ${fileId}: ${response.status}`);
			return Buffer.from(await response.arrayBuffer());
		},
		close: () => closing.abort(),
	};
}

function content(body: unknown): RequestInit {
	if (body instanceof FormData) return { body };
	return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function transcript({ messages }: ChatView): string {
	return messages
		.slice(-8)
		.map(({ from, text, caption, service, keyboard = [] }) => {
			const rows = keyboard.map((row) => row.map((button) => `[${button.text}]`).join(" "));
			return `  ${from}: ${text ?? caption ?? service ?? ""} ${rows.join(" / ")}`;
		})
		.join("\n");
}
