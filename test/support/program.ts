import { randomUUID } from "node:crypto";
import type { TokenLimiter } from "../../src/client/result.ts";

/** Services use either `hostname` and `value` or `name` and `content`, so these fields are optional. */
interface Written {
	type: string;
	hostname?: string;
	name?: string;
	value?: string;
	content?: string;
	priority?: number | null;
}

export type Program = ReturnType<typeof createProgram>;

/**
 * Calls the API without the bot. A record is written as `www A 203.0.113.5`, or with a priority as `@ MX 10
 * mail.example.net`. Throws if the service refuses a call.
 *
 * The program uses the same token as the bot. `limiter` counts the calls of both, so that together they stay below the
 * service's rate limit.
 */
export function createProgram(serviceUrl: string, token: string, limiter?: TokenLimiter) {
	async function call(domain: string, init: RequestInit = {}): Promise<unknown> {
		const permit = await limiter?.("interactive");
		if (permit?.go === false) throw new Error(`no permit for a call: ${permit.reason}`);
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		const response = await fetch(`${serviceUrl}/domains/${domain}/dns`, {
			...init,
			headers: { ...headers, ...init.headers },
		});
		if (!response.ok) throw new Error(`the service answered ${response.status}: ${await response.text()}`);
		return response.json();
	}
	return {
		/** Sorted. */
		async zone(domain: string): Promise<string[]> {
			// The cast is safe, because both services that tests use answer with this type.
			const { result } = (await call(domain)) as { result: { records: Written[] } };
			return result.records.map(recordText).sort();
		},
		async writesZone(domain: string, records: readonly string[]): Promise<void> {
			const body = JSON.stringify({ records: records.map(parseRecord) });
			await call(domain, { method: "PUT", body, headers: { "idempotency-key": randomUUID() } });
		},
	};
}

function recordText({ type, hostname, name, value, content, priority }: Written): string {
	return [hostname ?? name, type, priority, value ?? content].filter((part) => part != null).join(" ");
}

function parseRecord(text: string): Written {
	const [hostname = "", type = "", ...rest] = text.split(" ");
	const priority = type === "MX" ? Number(rest.shift()) : undefined;
	return { type, hostname, value: rest.join(" "), ...(priority !== undefined && { priority }) };
}
