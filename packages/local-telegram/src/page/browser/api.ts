import type {
	CallsView,
	ChatsView,
	InlineResultsView,
	NewGroup,
	NewPerson,
	PeopleView,
	Person,
	PersonError,
	Sent,
	Tapped,
} from "../../protocol.ts";
import { t } from "./words.ts";

/** The page shows the error's message. */
export class Refusal extends Error {
	override readonly name = "Refusal";
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
	const files = body instanceof FormData;
	const init: RequestInit = { method };
	if (body !== undefined) init.body = files ? body : JSON.stringify(body);
	if (body !== undefined && !files) init.headers = { "content-type": "application/json" };
	const response = await fetch(path, init).catch((cause: unknown) => {
		throw new Refusal(t("The local Telegram does not answer"), { cause });
	});
	const text = await response.text();
	if (!response.ok)
		throw new Refusal(wordsOf(text) ?? t("The local Telegram answered {status}", { status: String(response.status) }));
	// The cast is safe: the page and the server are always of the same version.
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

function wordsOf(text: string): string | undefined {
	try {
		const { error }: Partial<PersonError> = JSON.parse(text);
		return error?.message;
	} catch {
		return undefined;
	}
}

export const readPeople = () => call<PeopleView>("GET", "/people");
export const addPerson = (person: NewPerson) => call<Person>("POST", "/people", person);
export const addGroup = (group: NewGroup) => call<{ chat_id: number }>("POST", "/groups", group);
export const readChats = (person: number) => call<ChatsView>("GET", `/people/${person}/chats`);
export const readCalls = (after: number) => call<CallsView>("GET", `/calls?after=${after}`);

export const streamUrl = (person: number, chat: number) => `/people/${person}/stream?chat=${chat}`;
export const fileUrl = (person: number, file: string) => `/people/${person}/files/${encodeURIComponent(file)}`;

/** The last part of the path `/groups/<id>/…`, for each change of a group. */
type GroupChange = "bot" | "members" | "topics" | "leave" | "migrate";

export interface Upload {
	file: File;
	caption: string;
	photo: boolean;
}

interface Words {
	text: string;
	thread?: number | undefined;
	reply_to?: number | undefined;
}

export type Actions = ReturnType<typeof actionsOf>;

export function actionsOf(person: number, chat: number) {
	const base = `/people/${person}`;
	return {
		say: (message: Words) => call<Sent>("POST", `${base}/messages`, { ...message, chat }),
		edit: (id: number, text: string) => call<void>("PATCH", `${base}/messages/${id}`, { text, chat }),
		remove: (id: number) => call<void>("DELETE", `${base}/messages/${id}?chat=${chat}`),
		forward: (message_id: number, to: number) => call<Sent>("POST", `${base}/forwards`, { message_id, from: chat, to }),
		tap: (message_id: number, row: number, column: number) =>
			call<Tapped>("POST", `${base}/taps`, { message_id, row, column, chat }),
		upload: ({ file, caption, photo }: Upload, thread?: number) =>
			call<Sent>("POST", `${base}/files`, formOf({ file, caption, chat, thread, photo: photo ? "1" : "" })),
		sticker: (emoji: string) => call<Sent>("POST", `${base}/stickers`, { emoji, chat }),
		start: (payload?: string) => call<Sent>("POST", `${base}/start`, payload ? { payload } : {}),
		block: (blocked: boolean) => call<void>("POST", `${base}/block`, { blocked }),
		group: (what: GroupChange, more: object = {}) => call<void>("POST", `/groups/${chat}/${what}`, { person, ...more }),
		ask: (query: string) => call<InlineResultsView>("POST", `${base}/inline`, { query, chat }),
		choose: (index: number) => call<Sent>("POST", `${base}/inline/choose`, { index, chat }),
	};
}

function formOf(fields: Record<string, File | string | number | undefined>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (value instanceof File) form.set(name, value, value.name);
		else if (value !== undefined && value !== "") form.set(name, String(value));
	}
	return form;
}
