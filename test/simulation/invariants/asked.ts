import { timeLimits } from "../../../src/rules/operation/timing.ts";
import { requestSteps } from "../steps.ts";
import { fieldOf, type ServiceCall } from "../watch.ts";
import type { Check } from "./check.ts";
import { textOfRecords } from "./records.ts";

interface AskedItem {
	requestId: number;
	reference: string;
	kind: string;
	domain: string;
	years: number | null;
	givenRef: string | null;
	expiresBefore: string | null;
	change: { base?: unknown; target?: unknown } | null;
	firstSentAt: number;
	lastSentAt: number;
}

const dayMs = 86_400_000;
/** One read should be enough, but the worker may die before it stores the result. */
const proofs = 2;
const absences = timeLimits.absences + 2;

/**
 * The bot must not ask a person in these two cases:
 * - Two reads showed that the order was done.
 * - Enough reads showed that the order was not done. A read counts only if it came late enough after the order was
 *   sent, and long enough after the previous counted read.
 */
export const checkAsked: Check = async ({ backend, watch }) => {
	const { sql } = backend.database;
	const firstAsked = new Map<number, number>();
	for (const { requestId, phase, at } of await requestSteps(sql)) {
		if (phase === "needs_human" && !firstAsked.has(requestId)) firstAsked.set(requestId, at);
	}
	const items = await sql<AskedItem[]>`
		select b.id::float8 as "requestId", p.reference, p.kind, i.domain, i.years, i.external_ref as "givenRef",
			i.before ->> 'expiresAt' as "expiresBefore", i.change,
			(extract(epoch from b.first_sent_at) * 1000)::float8 as "firstSentAt",
			(extract(epoch from b.last_sent_at) * 1000)::float8 as "lastSentAt"
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where b.first_sent_at is not null and (i.phase = 'open' or i.code like 'said_by%')`;
	return items.flatMap((item) => {
		const askedAt = firstAsked.get(item.requestId);
		if (askedAt === undefined) return [];
		const reads = watch.serviceCalls.filter((call) => isReadFor(call, item) && (call.endedAt ?? 0) <= askedAt);
		const verdicts = reads.map((read) => ({ at: read.endedAt ?? 0, verdict: verdictOf(read, item) }));
		const done = verdicts.filter(({ verdict }) => verdict === "done").length;
		if (done >= proofs)
			return [`${item.reference} asks about ${item.domain}, although ${done} reads showed that it was done`];
		const quietFrom = Math.max(item.lastSentAt + timeLimits.settling, item.firstSentAt + timeLimits.resend);
		const absent = spaced(
			verdicts.filter(({ at, verdict }) => verdict === "absent" && at > quietFrom).map(({ at }) => at),
		);
		return absent >= absences && !verdicts.some(({ verdict }) => verdict === "other")
			? [`${item.reference} asks about ${item.domain}, although ${absent} reads showed that it was not done`]
			: [];
	});
};

/** Answered. A worker's calls have an `x-request-id` with the order's reference and the attempt. */
function isReadFor({ key, requestId, at, received }: ServiceCall, { reference, firstSentAt }: AskedItem): boolean {
	const isMine = requestId?.startsWith(`${reference.slice(1)}-`) ?? false;
	return isMine && key === undefined && at >= firstSentAt && received !== undefined;
}

type Verdict = "done" | "absent" | "other" | "nothing";

function verdictOf(read: ServiceCall, item: AskedItem): Verdict {
	const { method, path, received } = read;
	if (method !== "GET") return "nothing";
	const result = fieldOf(received, "result");
	if (item.kind === "register") return registered(path, received, item);
	if (item.kind === "renew") return path === `/domains/${item.domain}` ? renewed(result, item) : "nothing";
	const { base, target } = item.change ?? {};
	if (item.kind === "edge") {
		const key = fieldOf(result, "edge_profile_key");
		if (path !== `/domains/${item.domain}` || key === undefined) return "nothing";
		return key === target ? "done" : key === base ? "absent" : "other";
	}
	if (path !== `/domains/${item.domain}/dns` || result === undefined) return "nothing";
	if (item.kind === "dns") {
		const now = textOfRecords(fieldOf(result, "records"));
		return now === textOfRecords(target) ? "done" : now === textOfRecords(base) ? "absent" : "other";
	}
	const servers = JSON.stringify(fieldOf(result, "nameservers"));
	if (servers === JSON.stringify(fieldOf(target, "nameservers"))) {
		return fieldOf(result, "mode") === "edge" ? "other" : "done";
	}
	return servers === JSON.stringify(base) ? "absent" : "other";
}

/**
 * - `done`: the domain's record has the order's reference.
 * - `absent`: the name is still available.
 * - `other`: the domain is registered, but the read does not show that this order did it.
 */
function registered(path: string, received: unknown, { domain, reference, givenRef }: AskedItem): Verdict {
	const result = fieldOf(received, "result");
	if (path === `/domains/${domain}` && result !== undefined) {
		return givenRef === null && fieldOf(result, "external_ref") === reference ? "done" : "other";
	}
	if (path !== `/domains/search?query=${domain}` || result === undefined) return "nothing";
	return fieldOf(result, "available") === true ? "absent" : "other";
}

function renewed(result: unknown, { expiresBefore, years }: AskedItem): Verdict {
	const expires = fieldOf(result, "expires_at");
	if (typeof expires !== "string" || expiresBefore === null) return "nothing";
	const moved = Date.parse(expires) - Date.parse(expiresBefore);
	if (Math.abs(moved) < 2 * dayMs) return "absent";
	return Math.abs(moved - (years ?? 1) * 365.25 * dayMs) < 4 * dayMs ? "done" : "other";
}

/** Skips each time that is less than `timeLimits.absenceSpacing` after the last counted one. */
function spaced(times: readonly number[]): number {
	let last = Number.NEGATIVE_INFINITY;
	return times.filter((at) => {
		if (at - last < timeLimits.absenceSpacing) return false;
		last = at;
		return true;
	}).length;
}
