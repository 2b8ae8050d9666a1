import { isDeepStrictEqual } from "node:util";
import { nameservers as ownNameservers } from "@domains/trading-service/registrar/sandbox.ts";
import type { RunContext } from "../context.ts";
import { fieldOf } from "../watch.ts";
import { type ZoneChange, type ZoneState, zoneChanges } from "../zones.ts";
import type { Check } from "./check.ts";
import { textOfRecords } from "./records.ts";

interface Planned {
	userId: number;
	reference: string;
	domain: string;
	phase: string;
	change: { kind: string; base: unknown; target: unknown };
}

/**
 * Every change of a domain in the service's tables comes from a plan or from another program. Every plan that the bot
 * reported as done was applied.
 */
export const checkZones: Check = async (context) => {
	const plans = await confirmedPlans(context.backend);
	const changes = await zoneChanges(context.backend.database.sql);
	return [
		...changes
			.filter(
				(change) => !isByOtherProgram(change, context) && !plans.some((plan) => appliesPlan(change, plan, context)),
			)
			.map(describeChange),
		...plans
			.filter(
				(plan) =>
					plan.phase === "succeeded" &&
					!changes.some((change) => isSameDomain(change, plan) && matchesTarget(change, plan)),
			)
			.map(({ reference, domain }) => `${reference} is reported as done, and ${domain} was never as planned`),
		...(await unrecordedChanges(context, changes)),
	];
};

async function confirmedPlans({ database }: RunContext["backend"]): Promise<Planned[]> {
	return await database.sql<Planned[]>`
		select a.user_id::int as "userId", p.reference, i.domain, i.phase, i.change
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
			join bot.accounts a on a.id = p.account_id
		where p.kind in ('dns', 'nameservers', 'edge') and i.change is not null
			and (p.confirmed_at is not null or b.first_sent_at is not null)`;
}

/** If a domain is not in the state of its last recorded change, the trigger missed a change. */
async function unrecordedChanges({ backend }: RunContext, changes: readonly ZoneChange[]): Promise<string[]> {
	const rows = await backend.database.sql<(ZoneState & { domain: string })[]>`
		select name as domain, to_jsonb(records) as records, to_jsonb(nameservers) as nameservers, mode,
			edge_key as "edgeKey"
		from service.domains`;
	return rows.flatMap(({ domain, ...now }) => {
		const last = changes.findLast((change) => change.domain === domain)?.after;
		return !last || isDeepStrictEqual(last, now) ? [] : [`${domain} differs from what was last written`];
	});
}

function isByOtherProgram({ domain, before, after }: ZoneChange, { watch }: RunContext): boolean {
	const written = watch.otherProgramWrites.some(
		(each) => each.domain === domain && sameRecords(each.records, after.records),
	);
	return written && isDeepStrictEqual({ ...before, records: after.records }, after);
}

/**
 * A change of records may also start from records that another program wrote between the bot's last read and its write.
 */
function appliesPlan(change: ZoneChange, plan: Planned, { watch }: RunContext): boolean {
	if (!isSameDomain(change, plan) || !matchesTarget(change, plan)) return false;
	const { base } = plan.change;
	const { before } = change;
	if (plan.change.kind === "edge") return before.edgeKey === base;
	if (plan.change.kind === "nameservers") return isDeepStrictEqual(before.nameservers, base);
	return (
		sameRecords(before.records, base) ||
		watch.otherProgramWrites.some(
			({ domain, records }) => domain === plan.domain && sameRecords(before.records, records),
		)
	);
}

function isSameDomain({ userId, domain }: ZoneChange, plan: Planned): boolean {
	return plan.userId === userId && plan.domain === domain;
}

/** Nothing else may change. */
function matchesTarget({ before, after }: ZoneChange, { change: { kind, target } }: Planned): boolean {
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
	return textOfRecords(one) === textOfRecords(other);
}

function describeChange({ domain, before, after }: ZoneChange): string {
	return `${domain} went from ${describeZone(before)} to ${describeZone(after)}, which no plan contains`;
}

function describeZone({ records, nameservers, mode, edgeKey }: ZoneState): string {
	return `[${textOfRecords(records).replaceAll("\n", "; ")} | ${nameservers.join(" ")} | ${mode} ${edgeKey ?? ""}]`;
}
