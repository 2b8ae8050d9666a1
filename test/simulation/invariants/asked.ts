import { limits } from "../../../src/rules/operation/timing.ts";
import { requestSteps } from "../steps.ts";
import { fieldOf, type Passage } from "../watch.ts";
import type { Check } from "./index.ts";
import { namesOf } from "./records.ts";

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
/** One more than would do: the worker that made a read may die before it can say what it saw. */
const proofs = 2;
const absences = limits.absences + 2;

/**
 * A person is asked about a name only if nobody could have found out: no read that was made for the order told that it
 * was done, and not enough of them, spaced and late enough, told that it was not.
 */
export const checkAsked: Check = async ({ stage, watch }) => {
	const { sql } = stage.database;
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
		const reads = watch.passages.filter((passage) => isReadFor(passage, item) && (passage.endedAt ?? 0) <= askedAt);
		const tells = reads.map((read) => ({ at: read.endedAt ?? 0, told: toldBy(read, item) }));
		const done = tells.filter(({ told }) => told === "done").length;
		if (done >= proofs) return [`${item.reference} asks about ${item.domain}, which ${done} reads showed to be done`];
		const quietFrom = Math.max(item.lastSentAt + limits.settling, item.firstSentAt + limits.resend);
		const absent = spaced(tells.filter(({ at, told }) => told === "absent" && at > quietFrom).map(({ at }) => at));
		return absent >= absences && !tells.some(({ told }) => told === "other")
			? [`${item.reference} asks about ${item.domain}, which ${absent} reads showed not to be done`]
			: [];
	});
};

/** A worker's call says which order and attempt it is for. */
function isReadFor({ key, requestId, at, heard }: Passage, { reference, firstSentAt }: AskedItem): boolean {
	const isMine = requestId?.startsWith(`${reference.slice(1)}-`) ?? false;
	return isMine && key === undefined && at >= firstSentAt && heard !== undefined;
}

type Told = "done" | "absent" | "other" | "nothing";

function toldBy(read: Passage, item: AskedItem): Told {
	const { method, path, heard } = read;
	if (method !== "GET") return "nothing";
	const result = fieldOf(heard, "result");
	if (item.kind === "register") return registered(path, heard, item);
	if (item.kind === "renew") return path === `/domains/${item.domain}` ? renewed(result, item) : "nothing";
	const { base, target } = item.change ?? {};
	if (item.kind === "edge") {
		const key = fieldOf(result, "edge_profile_key");
		if (path !== `/domains/${item.domain}` || key === undefined) return "nothing";
		return key === target ? "done" : key === base ? "absent" : "other";
	}
	if (path !== `/domains/${item.domain}/dns` || result === undefined) return "nothing";
	if (item.kind === "dns") {
		const now = namesOf(fieldOf(result, "records"));
		return now === namesOf(target) ? "done" : now === namesOf(base) ? "absent" : "other";
	}
	const servers = JSON.stringify(fieldOf(result, "nameservers"));
	if (servers === JSON.stringify(fieldOf(target, "nameservers"))) {
		return fieldOf(result, "mode") === "edge" ? "other" : "done";
	}
	return servers === JSON.stringify(base) ? "absent" : "other";
}

/** Our reference on the record, or the name free again; somebody else's record is another matter. */
function registered(path: string, heard: unknown, { domain, reference, givenRef }: AskedItem): Told {
	const result = fieldOf(heard, "result");
	if (path === `/domains/${domain}` && result !== undefined) {
		return givenRef === null && fieldOf(result, "external_ref") === reference ? "done" : "other";
	}
	if (path !== `/domains/search?query=${domain}` || result === undefined) return "nothing";
	return fieldOf(result, "available") === true ? "absent" : "other";
}

function renewed(result: unknown, { expiresBefore, years }: AskedItem): Told {
	const expires = fieldOf(result, "expires_at");
	if (typeof expires !== "string" || expiresBefore === null) return "nothing";
	const moved = Date.parse(expires) - Date.parse(expiresBefore);
	if (Math.abs(moved) < 2 * dayMs) return "absent";
	return Math.abs(moved - (years ?? 1) * 365.25 * dayMs) < 4 * dayMs ? "done" : "other";
}

/** How many of these moments count, each far enough from the one before it. */
function spaced(times: readonly number[]): number {
	let last = Number.NEGATIVE_INFINITY;
	return times.filter((at) => {
		if (at - last < limits.absenceSpacing) return false;
		last = at;
		return true;
	}).length;
}
