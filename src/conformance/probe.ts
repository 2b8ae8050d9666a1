import { randomUUID } from "node:crypto";
import { z } from "zod";

/** One answer of the service under test. `result` and `code` are undefined where the envelope has none. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	body: unknown;
	result: unknown;
	code: string | undefined;
}

export interface Probe {
	readonly token: string;
	get(path: string): Promise<Answer>;
	/** Under a key of its own unless one is given; `null` sends none. */
	send(method: "POST" | "PUT" | "PATCH", path: string, body: unknown, key?: string | null): Promise<Answer>;
	/** Anything at all, without the pace: for rules about what is refused. */
	raw(path: string, init?: RequestInit): Promise<Answer>;
	/** Resolves when the service has forgotten what was sent so far. */
	rest(): Promise<void>;
}

interface Options {
	/** One base address, or several instances of one service, asked in turn. */
	urls: readonly string[];
	token: string;
	fetch?: typeof fetch;
	sleep: (ms: number) => Promise<unknown>;
}

/** Ten in a second are allowed; a little less leaves room for clocks that differ. */
const paceMs = 120;
const restMs = 1_500;
/** As long as the bot waits for an answer. */
const answerMs = 30_000;

/** Asks the service politely: one request after another, and never too fast. */
export function createProbe({ urls, token, fetch: ask = fetch, sleep }: Options): Probe {
	let turn = 0;
	/** Requests since the last pause: also one that did not wait is counted by the service. */
	let hasty = 0;
	async function raw(path: string, init: RequestInit = {}): Promise<Answer> {
		turn += 1;
		hasty += 1;
		const base = urls[turn % urls.length] ?? "";
		const response = await ask(base + path, {
			redirect: "manual",
			signal: AbortSignal.timeout(answerMs),
			...init,
			headers: { authorization: `Bearer ${token}`, ...init.headers },
		});
		return { status: response.status, headers: response.headers, ...readBody(await response.text()) };
	}
	async function paced(path: string, init: RequestInit): Promise<Answer> {
		const pauses = Math.max(1, hasty);
		hasty = 0;
		await sleep(pauses * paceMs);
		return await raw(path, init);
	}
	return {
		token,
		raw,
		get: (path) => paced(path, {}),
		send: (method, path, body, key = randomUUID()) =>
			paced(path, {
				method,
				headers: { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }) },
				body: JSON.stringify(body),
			}),
		async rest() {
			hasty = 0;
			await sleep(restMs);
		},
	};
}

const envelope = z.looseObject({
	result: z.unknown().optional(),
	error: z.looseObject({ code: z.string() }).optional().catch(undefined),
});

function readBody(text: string): Pick<Answer, "text" | "body" | "result" | "code"> {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		body = undefined;
	}
	const read = envelope.safeParse(body);
	return { text, body, result: read.data?.result, code: read.data?.error?.code };
}
