import { isDeepStrictEqual } from "node:util";
import { ownNameservers } from "../../../src/service/setup.ts";
import type { Play } from "../play.ts";
import { fieldOf } from "../watch.ts";
import { type ZoneChange, type ZoneState, zoneChanges } from "../zones.ts";
import type { Check } from "./index.ts";
import { namesOf } from "./records.ts";

interface Planned {
	userId: number;
	reference: string;
	domain: string;
	phase: string;
	change: { kind: string; base: unknown; target: unknown };
}

/** In the service's own rows a domain goes from one state to the next by one plan, or by one write of somebody else. */
export const checkZones: Check = async (play) => {
	const plans = await confirmedPlans(play.stage);
	const changes = await zoneChanges(play.stage.database.sql);
	return [
		...changes
			.filter((change) => !isElsewhere(change, play) && !plans.some((plan) => isBy(change, plan, play)))
			.map(tell),
		...plans
			.filter(
				(plan) => plan.phase === "succeeded" && !changes.some((change) => isOf(change, plan) && isDone(change, plan)),
			)
			.map(({ reference, domain }) => `${reference} is said to be done, and ${domain} never was as it was planned`),
		...(await unkept(play, changes)),
	];
};

async function confirmedPlans({ database }: Play["stage"]): Promise<Planned[]> {
	return await database.sql<Planned[]>`
		select a.user_id::int as "userId", p.reference, i.domain, i.phase, i.change
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
			join bot.accounts a on a.id = p.account_id
		where p.kind in ('dns', 'nameservers', 'edge') and i.change is not null
			and (p.confirmed_at is not null or b.first_sent_at is not null)`;
}

/** What a domain has now is what its last change left. */
async function unkept({ stage }: Play, changes: readonly ZoneChange[]): Promise<string[]> {
	const rows = await stage.database.sql<(ZoneState & { domain: string })[]>`
		select name as domain, to_jsonb(records) as records, to_jsonb(nameservers) as nameservers, mode,
			edge_key as "edgeKey"
		from service.domains`;
	return rows.flatMap(({ domain, ...now }) => {
		const last = changes.findLast((change) => change.domain === domain)?.after;
		return !last || isDeepStrictEqual(last, now) ? [] : [`${domain} is not as it was last written`];
	});
}

function isElsewhere({ domain, before, after }: ZoneChange, { watch }: Play): boolean {
	const written = watch.elsewhere.some((each) => each.domain === domain && sameRecords(each.records, after.records));
	return written && isDeepStrictEqual({ ...before, records: after.records }, after);
}

/** It was made of what the plan was made for; another program may come between the last look and the write. */
function isBy(change: ZoneChange, plan: Planned, { watch }: Play): boolean {
	if (!isOf(change, plan) || !isDone(change, plan)) return false;
	const { base } = plan.change;
	const { before } = change;
	if (plan.change.kind === "edge") return before.edgeKey === base;
	if (plan.change.kind === "nameservers") return isDeepStrictEqual(before.nameservers, base);
	return (
		sameRecords(before.records, base) ||
		watch.elsewhere.some(({ domain, records }) => domain === plan.domain && sameRecords(before.records, records))
	);
}

function isOf({ userId, domain }: ZoneChange, plan: Planned): boolean {
	return plan.userId === userId && plan.domain === domain;
}

/** The change is the whole plan, and nothing else. */
function isDone({ before, after }: ZoneChange, { change: { kind, target } }: Planned): boolean {
	if (kind === "dns") {
		return sameRecords(after.records, target) && isDeepStrictEqual({ ...before, records: after.records }, after);
	}
	if (!isDeepStrictEqual(before.records, after.records)) return false;
	if (kind === "edge") {
		const isBound = after.mode === "edge" && after.edgeKey === target;
		return isBound && isDeepStrictEqual(after.nameservers, ownNameservers);
	}
	const isFree = after.mode !== "edge" && after.edgeKey === null;
	return isFree && isDeepStrictEqual(after.nameservers, fieldOf(target, "nameservers"));
}

function sameRecords(one: unknown, other: unknown): boolean {
	return namesOf(one) === namesOf(other);
}

function tell({ domain, before, after }: ZoneChange): string {
	return `${domain} went from ${wordsOf(before)} to ${wordsOf(after)}, which nobody planned`;
}

function wordsOf({ records, nameservers, mode, edgeKey }: ZoneState): string {
	return `[${namesOf(records).replaceAll("\n", "; ")} | ${nameservers.join(" ")} | ${mode} ${edgeKey ?? ""}]`;
}
