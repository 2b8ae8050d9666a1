import { parseDomain } from "@domains/contract/names.ts";
import { differenceOf } from "@domains/dns/diff.ts";
import { connectionsOf } from "../../store/connections.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { countOf, deleteWatch, findWatch, keepWatch, saveAnswer, type Watch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planZones } from "../dns/plan-zones.ts";
import { recordOf, zoneOf } from "../dns/zone.ts";
import { plan as planNameservers } from "../nameservers/plan.ts";
import type { NameserverRefusal } from "../nameservers/types.ts";
import type { PlanResult } from "../quote/types.ts";
import { lastZoneAnswer } from "../watch/zone.ts";
import type { ChangedElsewhere, ToggledWatch } from "./types.ts";

/**
 * The maximum number of domains that a person may watch in one account. It bounds the load on the service, because the
 * bot reads each watched domain four times a day.
 */
const most = 100;

/** Starts to watch a domain for changes made outside this bot. If the domain is already watched, ends the watch. */
export async function toggle(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<ToggledWatch> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const parsed = parseDomain(text);
	if (!parsed.ok) return { kind: "not_yours", domain: text };
	const whole = { kind: "zone", accountId: access.account.id, personId, subject: parsed.ascii } as const;
	return deps.db.transaction(async (tx) => {
		const kept = await findWatch(tx, whole);
		const { subject: domain } = whole;
		if (kept?.state === "running") {
			await deleteWatch(tx, kept.id);
			return { kind: "unwatched", domain } as const;
		}
		if ((await countOf(tx, whole)) >= most) return { kind: "too_many", domain } as const;
		await deps.enqueue(tx, "bot.watch", [await keepWatch(tx, whole)]);
		return { kind: "watched", domain } as const;
	});
}

type Which = Actor & { watchId: number };

/**
 * Returns the change made elsewhere that the bot has reported to the person. Returns null if the zone is back to its
 * baseline, or if the watch was deleted.
 */
export async function changed({ db }: Deps, { personId, watchId }: Which): Promise<ChangedElsewhere | null> {
	const watch = await findWatch(db, { id: watchId, personId, kind: "zone" });
	const change = watch && changeIn(watch);
	if (!change) return null;
	const connection = (await connectionsOf(db, personId)).find((each) => each.accountId === watch.accountId);
	return connection?.account ? { ...change, userId: connection.account.userId } : null;
}

function changeIn(watch: Watch): Omit<ChangedElsewhere, "userId"> | null {
	const { subject: domain, answeredAt } = watch;
	const { baseline, found } = lastZoneAnswer(watch) ?? {};
	if (!baseline || !found?.reported || !answeredAt) return null;
	const difference = differenceOf(baseline, found, zoneOf(domain));
	if (!difference) return null;
	const { removed, changed, added, kept } = difference.diff;
	return {
		domain,
		answeredAt,
		diff: {
			removed: removed.map(recordOf),
			changed: changed.map(({ before, after }) => ({ before: recordOf(before), after: recordOf(after) })),
			added: added.map(recordOf),
			kept,
		},
		nameservers: difference.nameservers ? { before: baseline.nameservers, after: found.nameservers } : null,
	};
}

/**
 * Makes the changed state the new baseline, because the person has seen and accepted the change. Does nothing if the
 * zone has not changed.
 */
export async function accept({ db }: Deps, { personId, watchId }: Which): Promise<void> {
	const watch = await findWatch(db, { id: watchId, personId, kind: "zone" });
	const last = watch && lastZoneAnswer(watch);
	if (!watch || !last?.found) return;
	const { nameservers, records } = last.found;
	const since = watch.answeredAt?.toISOString() ?? last.since;
	await saveAnswer(db, watch, { baseline: { nameservers, records }, since, found: null });
}

/**
 * Plans a change back to the state before the reported change. If the nameservers changed, restores them. If not,
 * restores the records. Returns `gone` if no reported change is left to undo.
 */
export async function restore(
	deps: Deps,
	{ personId, watchId }: Which,
): Promise<PlanResult | NameserverRefusal | { kind: "gone" }> {
	const watch = await findWatch(deps.db, { id: watchId, personId, kind: "zone" });
	const change = watch && changeIn(watch);
	if (!watch || !change) return { kind: "gone" };
	const { subject: domain, accountId } = watch;
	if (change.nameservers) {
		const target = { nameservers: change.nameservers.before };
		return planNameservers(deps, { personId, accountId, wanted: [{ domain, target }] });
	}
	const records: readonly PlannedRecord[] = lastZoneAnswer(watch)?.baseline.records ?? [];
	const wanted = [{ domain, change: () => ({ records, replaces: "zone" as const }) }];
	return planZones(deps, { personId, accountId, wanted });
}
