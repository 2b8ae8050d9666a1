import { executedKeys } from "../executed.ts";
import { fieldOf, type ServiceCall } from "../watch.ts";
import type { Check } from "./check.ts";
import { textOfRecords } from "./records.ts";

interface Planned {
	key: string;
	userId: number;
	reference: string;
	kind: string;
	domain: string;
	phase: string;
	change: { base?: unknown; target?: unknown } | null;
}

/** They reject a request without executing it. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * A domain never has two writers at the same time, each write does what its person confirmed, and no write uses another
 * account's token.
 */
export const checkWrites: Check = async ({ backend, watch }, { accounts }) => {
	const planned = await backend.database.sql<Planned[]>`
		select b.key, a.user_id::int as "userId", p.reference, p.kind, i.domain, i.phase, i.change
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
			join bot.accounts a on a.id = p.account_id
		where p.confirmed_at is not null or b.first_sent_at is not null`;
	const events = await backend.database.sql<ReceivedEvent[]>`
		select domain, (extract(epoch from received_at) * 1000)::float8 as at from bot.inbox where domain is not null`;
	const writes = watch.serviceCalls.filter((call) => call.lock !== undefined);
	const executed = await executedKeys({ backend, watch });
	return [
		...overlaps(writes, events),
		...writes.flatMap((write) => {
			const plan = planned.find(({ key, domain }) => key === write.key && write.domains.includes(domain));
			// Without effect, the plan may have been replaced since.
			if (!plan && write.statuses.every((status) => turnedAway.has(status))) return [];
			if (!plan) return [`${write.method} ${write.path} under ${write.key}, which no person confirmed`];
			const account = accounts.find(({ userId }) => userId === plan.userId);
			if (!account?.tokens.includes(write.token)) return [`${plan.reference} was sent with another account's token`];
			if (plan.kind === "dns") return zoneWrite(write, plan, watch.serviceCalls);
			return isPlanned(write.body, plan) ? [] : [`${plan.reference} did not write what was planned`];
		}),
		...planned.flatMap((plan) => {
			if (plan.kind === "register" || plan.kind === "renew") return [];
			const ran = executed.has(plan.key);
			if (plan.phase === "failed" && ran) return [`${plan.reference} is reported as failed, and was done`];
			return plan.phase === "succeeded" && !ran ? [`${plan.reference} is reported as done, and was not`] : [];
		}),
	];
};

interface ReceivedEvent {
	domain: string;
	at: number;
}

/**
 * Changes of the same part of a domain. A write ends when its caller gets the answer, or learns the result from an
 * event or from another attempt.
 */
function overlaps(writes: readonly ServiceCall[], events: readonly ReceivedEvent[]): string[] {
	const tries = Map.groupBy(writes, ({ key }) => key);
	const endOf = (write: ServiceCall): number => {
		const reported = events.filter(({ domain, at }) => write.domains.includes(domain) && at > write.at);
		const answered = (tries.get(write.key) ?? []).filter(({ passed }) => passed !== undefined && passed < 300);
		const ends = [...reported.map(({ at }) => at), ...answered.map(({ endedAt }) => endedAt), write.endedAt];
		return Math.min(...ends.map((at) => at ?? Number.POSITIVE_INFINITY));
	};
	return writes.flatMap((write, index) =>
		writes.slice(index + 1).flatMap((other) => {
			const apart = other.at >= endOf(write) || other.key === write.key;
			const shared = write.lock === other.lock ? write.domains.filter((domain) => other.domains.includes(domain)) : [];
			return apart || shared.length === 0 ? [] : [`${shared.join(", ")} had two writers at once`];
		}),
	);
}

/** Always true for a purchase, because `money.ts` checks purchases. */
function isPlanned(body: unknown, { kind, change }: Planned): boolean {
	if (kind === "edge") return fieldOf(body, "edge_profile_key") === change?.target;
	if (kind !== "nameservers") return true;
	return JSON.stringify(fieldOf(body, "nameservers")) === JSON.stringify(fieldOf(change?.target, "nameservers"));
}

/** The bot's read of the zone right before the write must have returned the records that the plan assumes. */
function zoneWrite(
	write: ServiceCall,
	{ reference, domain, change }: Planned,
	serviceCalls: readonly ServiceCall[],
): string[] {
	if (textOfRecords(fieldOf(write.body, "records")) !== textOfRecords(change?.target))
		return [`${reference} wrote a zone that was not planned`];
	const before = serviceCalls.slice(0, serviceCalls.indexOf(write));
	// Reads without an answer may belong to another order.
	const read = before.findLast(
		({ method, path, answer }) => method === "GET" && path === `/domains/${domain}/dns` && answer !== undefined,
	);
	const last = before.findLast(({ key }) => key === write.key);
	if (!read?.answer || (last && last.at > read.at)) return [`${reference} wrote ${domain} without reading it before`];
	const seen = textOfRecords(fieldOf(fieldOf(read.answer, "result"), "records"));
	return seen === textOfRecords(change?.base)
		? []
		: [`${reference} overwrote the zone of ${domain}, which had changed since it was planned`];
}
