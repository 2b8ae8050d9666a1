import type { Answer, Exchange } from "./http-proxy.ts";
import type { Quirk } from "./quirk.ts";
import { fieldOf } from "./watch.ts";

interface StaleOptions {
	/** Milliseconds on the database clock. */
	lagMs: number;
	now: () => number;
	/** False: only reads of registrations and expiry dates are stale. */
	zones: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** What was read since the domain's last write. `record` is null if the account does not own it, undefined if nothing was read. */
interface Known {
	record: Json | null | undefined;
	dns: Json | undefined;
}

/** Reads from replicas lag behind: for a while after a write, they return what they returned before. */
export function createStaleReads({ lagMs, now, zones }: StaleOptions): Quirk {
	const known = new Map<string, Known>();
	const stale = new Map<string, Known & { until: number }>();
	const knownOf = (domain: string): Known => known.get(domain) ?? { record: undefined, dns: undefined };
	const staleOf = (domain: string): Known | undefined => {
		const found = stale.get(domain);
		return found && now() < found.until ? found : undefined;
	};

	function remember(path: string, result: Json): void {
		const [, , domain = "", part] = path.split("/");
		if (path.startsWith("/domains?") || path === "/domains") {
			for (const record of listOf(result)) rememberDomain(nameOf(record), { record });
		} else if (part === "dns") rememberDomain(domain, { dns: result });
		else if (isRecord(path)) rememberDomain(domain, { record: result });
	}

	/** Does nothing while reads of the domain are stale. */
	function rememberDomain(domain: string, fresh: Partial<Known>): void {
		if (staleOf(domain) === undefined) known.set(domain, { ...knownOf(domain), ...fresh });
	}

	function wrote({ path, body }: { path: string; body: unknown }): void {
		if (!zones && !/register|renew/.test(path)) return;
		for (const domain of domainsOf(path, body)) {
			// An earlier write decides how long reads stay stale.
			if (staleOf(domain) !== undefined) continue;
			const isNew = path.includes("/register") && !known.has(domain);
			stale.set(domain, { ...knownOf(domain), ...(isNew && { record: null }), until: now() + lagMs });
			// After another write, stale reads must return the state between the two writes.
			known.set(domain, { record: undefined, dns: undefined });
		}
	}

	function answerAt(path: string, body: unknown, answer: Answer): Answer {
		const [, , domain = "", part] = path.split("/");
		const before = staleOf(domain);
		if (part === "dns") return zones && before?.dns ? answerOf(answer, before.dns) : answer;
		if (isRecord(path)) {
			if (before?.record === undefined) return answer;
			return before.record ? answerOf(answer, repriced(before.record, resultOf(answer))) : missing(answer);
		}
		const result = resultOf(answer);
		if (!result) return answer;
		if (path.startsWith("/domains?") || path === "/domains") {
			const items = listOf(result).flatMap((record) => {
				const old = staleOf(nameOf(record));
				if (old?.record === undefined) return [record];
				return old.record ? [repriced(old.record, record)] : [];
			});
			return answerOf(answer, { ...result, items });
		}
		if (path.startsWith("/domains/search")) {
			const query = new URLSearchParams(path.split("?")[1]).get("query");
			if (query !== null && isMissing(query)) return answerOf(answer, { ...result, available: true });
			if (body === undefined) return answer;
			const items = listOf(result).map((item) => (isMissing(nameOf(item)) ? { ...item, available: true } : item));
			return answerOf(answer, { ...result, items });
		}
		return answer;
	}
	const isMissing = (domain: string): boolean => staleOf(domain)?.record === null;

	return ({ path: whole, headers, body: bytes }: Exchange, answer) => {
		const path = whole.replace(/^\/api\/v1/, "");
		const body: unknown = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
		if (headers["idempotency-key"] !== undefined) {
			if (answer.status < 300) wrote({ path, body });
			return answer;
		}
		const result = resultOf(answer);
		if (result) remember(path, result);
		return answerAt(path, body, answer);
	};
}

/** Reads of the price list are never stale. */
function repriced(stale: Json, { renew_price_usd }: Json = {}): Json {
	return renew_price_usd === undefined ? stale : { ...stale, renew_price_usd };
}

function isRecord(path: string): boolean {
	return /^\/domains\/[^/?]+$/.test(path) && !path.startsWith("/domains/search");
}

function domainsOf(path: string, body: unknown): string[] {
	const items = fieldOf(body, "items");
	if (Array.isArray(items)) return items.map((item) => String(fieldOf(item, "domain")));
	return [String(fieldOf(body, "domain") ?? decodeURIComponent(path.split("/")[2] ?? ""))];
}

function resultOf({ status, body }: Answer): Json | undefined {
	const result = status === 200 ? fieldOf(JSON.parse(body.toString()), "result") : undefined;
	// The cast is safe, because a non-null object of parsed JSON has string keys.
	return typeof result === "object" && result !== null ? (result as Json) : undefined;
}

function listOf(result: Json): Json[] {
	const items = result["items"];
	// The cast is safe, because the lists of the built-in service contain only objects.
	return Array.isArray(items) ? (items as Json[]) : [];
}

function nameOf(record: Json): string {
	return String(record["domain"]);
}

function answerOf(answer: Answer, result: Json): Answer {
	return { ...answer, status: 200, body: Buffer.from(JSON.stringify({ status: true, result })) };
}

function missing(answer: Answer): Answer {
	const error = { code: "domain_not_found", message: "No such domain in this account." };
	return { ...answer, status: 404, body: Buffer.from(JSON.stringify({ status: false, error })) };
}
