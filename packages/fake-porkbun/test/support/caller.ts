import type { FakePorkbun } from "../../src/index.ts";

export interface Seen {
	status: number;
	headers: Headers;
	body: Record<string, unknown>;
}

export interface Caller {
	post(path: string, fields?: Record<string, unknown>, idempotencyKey?: string): Promise<Seen>;
	get(path: string): Promise<Seen>;
}

/** Calls the fake with the keys in the body, or in the headers of a GET. */
export function createCaller(
	{ url, keys }: Pick<FakePorkbun, "url" | "keys">,
	mode: "live" | "sandbox" = "live",
): Caller {
	const { apiKey, secretApiKey } = keys[mode];
	return {
		async post(path, fields = {}, idempotencyKey) {
			const headers = {
				"content-type": "application/json",
				...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
			};
			const body = JSON.stringify({ apikey: apiKey, secretapikey: secretApiKey, ...fields });
			return read(await fetch(`${url}/${path}`, { method: "POST", headers, body }));
		},
		async get(path) {
			const headers = { "x-api-key": apiKey, "x-secret-api-key": secretApiKey };
			return read(await fetch(`${url}/${path}`, { headers }));
		},
	};
}

async function read(answer: Response): Promise<Seen> {
	const text = await answer.text();
	const isJson = answer.headers.get("content-type") === "application/json";
	return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } };
}
