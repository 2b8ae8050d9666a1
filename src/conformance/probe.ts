import { randomUUID } from "node:crypto";
import { z } from "zod";

/** One answer of the tested service. `result` and `code` are undefined if the JSON envelope lacks them. */
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
	/** Sends a request with `key` as Idempotency-Key. The default is a random key; `null` sends no key. */
	send(method: "POST" | "PUT" | "PATCH", path: string, body: unknown, key?: string | null): Promise<Answer>;
	/** Sends any request at once, without keeping to the rate limit. For rules about refused requests. */
	raw(path: string, init?: RequestInit): Promise<Answer>;
	/** Waits until earlier requests no longer count for the rate limit. */
	waitForFreshLimit(): Promise<void>;
}

export interface ProbeOptions {
	/** The base addresses of the service. Several instances of one service are called in turn. */
	urls: readonly string[];
	token: string;
	fetch?: typeof fetch;
	sleep: (ms: number) => Promise<unknown>;
}

/** The pause between requests. The limit is 10 per second; 120 ms instead of 100 allow for clock differences. */
const intervalMs = 120;
const windowMs = 1_500;
/** The time limit for an answer, the same as the bot's. */
const answerMs = 30_000;

/** Sends requests one at a time, below the rate limit of the service. */
export function createProbe({ urls, token, fetch: send = fetch, sleep }: ProbeOptions): Probe {
	let requests = 0;
	/** The number of requests since the last pause. The service also counts those that `raw` sends without a pause. */
	let unpaced = 0;
	async function raw(path: string, init: RequestInit = {}): Promise<Answer> {
		requests += 1;
		unpaced += 1;
		const base = urls[requests % urls.length] ?? "";
		const response = await send(base + path, {
			redirect: "manual",
			signal: AbortSignal.timeout(answerMs),
			...init,
			headers: { authorization: `Bearer ${token}`, ...init.headers },
		});
		return { status: response.status, headers: response.headers, ...readBody(await response.text()) };
	}
	async function sendPaced(path: string, init: RequestInit): Promise<Answer> {
		const pauses = Math.max(1, unpaced);
		unpaced = 0;
		await sleep(pauses * intervalMs);
		return await raw(path, init);
	}
	return {
		token,
		raw,
		get: (path) => sendPaced(path, {}),
		send: (method, path, body, key = randomUUID()) =>
			sendPaced(path, {
				method,
				headers: { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }) },
				body: JSON.stringify(body),
			}),
		async waitForFreshLimit() {
			unpaced = 0;
			await sleep(windowMs);
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
