import { fieldOf, type Passage } from "../watch.ts";
import type { Check } from "./index.ts";
import { namesOf } from "./records.ts";

interface Planned {
	key: string;
	userId: number;
	reference: string;
	kind: string;
	domain: string;
	phase: string;
	change: { base?: unknown; target?: unknown } | null;
}

/** Answers of a service that did not look at what it was asked to do. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

/** One writer a domain at a time; a zone is as it was or as planned; and nobody writes for another account. */
export const checkWrites: Check = async ({ stage, watch }, { accounts }) => {
	const planned = await stage.database.sql<Planned[]>`
		select b.key, a.user_id::int as "userId", p.reference, p.kind, i.domain, i.phase, i.change
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
			join bot.accounts a on a.id = p.account_id
		where p.confirmed_at is not null or b.first_sent_at is not null`;
	const heard = await stage.database.sql<Heard[]>`
		select domain, (extract(epoch from received_at) * 1000)::float8 as at from bot.inbox where domain is not null`;
	const writes = watch.passages.filter((passage) => passage.lock !== undefined);
	return [
		...overlaps(writes, heard),
		...writes.flatMap((write) => {
			const plan = planned.find(({ key, domain }) => key === write.key && write.domains.includes(domain));
			// What a block or the end of a token kept from the service did nothing, and its order may have been quoted anew.
			if (!plan && write.statuses.every((status) => turnedAway.has(status))) return [];
			if (!plan) return [`${write.method} ${write.path} under ${write.key}, which nobody confirmed`];
			const account = accounts.find(({ userId }) => userId === plan.userId);
			if (!account?.tokens.includes(write.token)) return [`${plan.reference} went out with somebody else's token`];
			if (plan.kind === "dns") return zoneWrite(write, plan, watch.passages);
			return isPlanned(write.body, plan) ? [] : [`${plan.reference} wrote something else than was planned`];
		}),
		...planned.flatMap((plan) => {
			if (plan.kind === "register" || plan.kind === "renew") return [];
			const ran = writes.some(({ key, statuses }) => key === plan.key && statuses.some((status) => status === 200));
			if (plan.phase === "failed" && ran) return [`${plan.reference} is said to have failed, and was done`];
			return plan.phase === "succeeded" && !ran ? [`${plan.reference} is said to be done, and was not`] : [];
		}),
	];
};

interface Heard {
	domain: string;
	at: number;
}

/** A write is on its way until its caller has the answer, or hears by an event or by one more try what came of it. */
function overlaps(writes: readonly Passage[], heard: readonly Heard[]): string[] {
	const tries = Map.groupBy(writes, ({ key }) => key);
	const endOf = (write: Passage): number => {
		const told = heard.filter(({ domain, at }) => write.domains.includes(domain) && at > write.at);
		const answered = (tries.get(write.key) ?? []).filter(({ passed }) => passed !== undefined && passed < 300);
		const ends = [...told.map(({ at }) => at), ...answered.map(({ endedAt }) => endedAt), write.endedAt];
		return Math.min(...ends.map((at) => at ?? Number.POSITIVE_INFINITY));
	};
	return writes.flatMap((write, index) =>
		writes.slice(index + 1).flatMap((other) => {
			const apart = other.at >= endOf(write) || other.key === write.key;
			const shared = write.lock === other.lock ? write.domains.filter((domain) => other.domains.includes(domain)) : [];
			return apart || shared.length === 0 ? [] : [`two writers of ${shared.join(", ")} at once`];
		}),
	);
}

/** Whether other servers, or another profile, went out than stood in the plan; what is bought is in the service's ledger. */
function isPlanned(body: unknown, { kind, change }: Planned): boolean {
	if (kind === "edge") return fieldOf(body, "edge_profile_key") === change?.target;
	if (kind !== "nameservers") return true;
	return JSON.stringify(fieldOf(body, "nameservers")) === JSON.stringify(fieldOf(change?.target, "nameservers"));
}

/** Right before each write the zone was read, and was as the plan takes it to be. */
function zoneWrite(write: Passage, { reference, domain, change }: Planned, passages: readonly Passage[]): string[] {
	if (namesOf(fieldOf(write.body, "records")) !== namesOf(change?.target)) return [`${reference} wrote another zone`];
	const before = passages.slice(0, passages.indexOf(write));
	// Somebody else's look may have failed in between.
	const read = before.findLast(
		({ method, path, answer }) => method === "GET" && path === `/domains/${domain}/dns` && answer !== undefined,
	);
	const last = before.findLast(({ key }) => key === write.key);
	if (!read?.answer || (last && last.at > read.at)) return [`${reference} wrote ${domain} again without a look`];
	const seen = namesOf(fieldOf(fieldOf(read.answer, "result"), "records"));
	return seen === namesOf(change?.base) ? [] : [`${reference} wrote over a zone of ${domain} that had moved`];
}
