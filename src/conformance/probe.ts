import { randomUUID } from "node:crypto";
import type { Method } from "@domains/contract/endpoints.ts";
import { z } from "zod";

/** `result` and `code` are undefined if the JSON envelope lacks them. */
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
	/** `key` is the Idempotency-Key: by default a random one, with null none. */
	send(method: Exclude<Method, "GET">, path: string, body: unknown, key?: string | null): Promise<Answer>;
	/** Does not pause, even above the rate limit. The rules about refused or concurrent requests use it. */
	raw(path: string, init?: RequestInit): Promise<Answer>;
	/** Waits until the service no longer counts earlier requests for the rate limit. */
	waitForFreshLimit(): Promise<void>;
}

export interface ProbeOptions {
	/** The service's instances. Requests go to them in turn. */
	urls: readonly string[];
	token: string;
	fetch?: typeof fetch;
	sleep: (ms: number) => Promise<unknown>;
}

/** A limit of 10 requests per second requires 100 ms. The other 20 ms allow for differences between clocks. */
const intervalMs = 120;
const windowMs = 1_500;
/** The bot has the same limit. */
const answerMs = 30_000;

/** Pauses before each request, to stay below the rate limit of the service. Only `raw` does not. */
export function createProbe({ urls, token, fetch: send = fetch, sleep }: ProbeOptions): Probe {
	let requests = 0;
	/**
	 * Since the last pause, which the next one depends on. Includes `raw` requests, because the service counts them too.
	 */
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
