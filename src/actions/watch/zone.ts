import { parseDomain } from "@domains/contract/names.ts";
import { isBehind } from "@domains/dns/behind.ts";
import { differenceOf, type ZoneState } from "@domains/dns/diff.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { connectionsOf } from "../../store/connections.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import { lockHolders } from "../../store/operations.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { invalidateScreens } from "../../store/screens.ts";
import { countOf, deleteWatch, findWatch, keepWatch, saveAnswer, type Watch } from "../../store/watches.ts";
import { openAccess, troubleWith } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import { planZones } from "../dns/plan.ts";
import type { ChangedElsewhere, NotYours } from "../dns/types.ts";
import { recordOf, zoneOf } from "../dns/zone.ts";
import { plan as planNameservers } from "../nameservers.ts";
import type { NameserverRefusal } from "../operation/types.ts";
import type { PlanResult } from "../quote/save-quote.ts";
import { isUnknown, type Trouble } from "../trouble.ts";
import type { Answered, Look, WatchDeclaration } from "./kind.ts";

/**
 * The result that a watch of kind `zone` stores. Such a watch checks a domain regularly for changes made outside this
 * bot.
 */
export interface ZoneAnswer {
	/** The state of the zone that the person saw last. Each check compares the current state with it. */
	baseline: ZoneState<PlannedRecord>;
	/**
	 * A time in ISO 8601. The bot sends at most one alert for each value of this field. The value changes in these cases:
	 * - The person changed the zone in this bot.
	 * - The person accepted a change made elsewhere (`accept`).
	 * - A check finds a new difference, at least a day after an earlier reported change was undone elsewhere
	 *   (`undoneAt`).
	 */
	since: string;
	/**
	 * The time (ISO 8601) at which a check found that a reported change had been undone outside this bot. Absent if no
	 * check found this.
	 */
	undoneAt?: string;
	/**
	 * The current state of the zone if it differs from the baseline; otherwise null. `reported`: true if a second check
	 * confirmed the difference. Only then does the bot notify the person.
	 */
	found: (ZoneState<PlannedRecord> & { reported: boolean }) | null;
}

export type ToggledWatch = { kind: "watched" | "unwatched" | "too_many"; domain: string } | NotYours | Trouble;

/**
 * If a check finds a difference, the domain is read again after this time. The alert follows only if the difference is
 * still there, because one answer may be wrong.
 */
const againMs = 5 * 60_000;
/**
 * If a reported change is undone outside this bot, the bot sends no new alert for this time. Without this pause, a zone
 * that keeps changing back and forth would cause many alerts.
 */
const undoneMs = 24 * 3_600_000;

/**
 * Checks a domain for changes made outside this bot. Compares the domain's nameservers and records with the state that
 * the watching person saw last.
 */
export const zone: WatchDeclaration = {
	everyMs: 6 * 3_600_000,

	async look(look) {
		const { deps, watch, access, options, now } = look;
		const { accountId, subject: domain } = watch;
		const read = await access.client.dns(domain, options);
		if (read.kind !== "ok") {
			const trouble = troubleWith(deps, access, read);
			const known = lastZoneAnswer(watch);
			// The domain is no longer in the account, so the watch ends and keeps its last answer.
			if (isUnknown(trouble) && known) return { kind: "answer", answer: { ...known }, nextAt: null };
			return trouble;
		}
		// While an operation of this bot is in progress, or the service does not show its result yet, a difference from the
		// last answer proves nothing. Check again later.
		const busy = await lockHolders(deps.db, accountId, "zone", [domain]);
		const recent = await recentChanges(deps.db, { accountId, domain, withinMs: timeLimits.settling });
		if (busy.length > 0 || isBehind(recent, read.value, zoneOf(domain)))
			return { kind: "unfinished", afterMs: againMs };
		const withinMs = watch.answeredAt ? now.getTime() - watch.answeredAt.getTime() + timeLimits.settling : 0;
		const own = await recentChanges(deps.db, { accountId, domain, withinMs });
		return answered(look, judge(lastZoneAnswer(watch), stateOf(read.value), { own, domain, now }));
	},
};

/** Returns the last answer; null before the first one. */
function lastZoneAnswer({ answer }: Pick<Watch, "answer">): ZoneAnswer | null {
	// Only watches of kind `zone` reach this function, so the stored answer has this type.
	return answer as ZoneAnswer | null;
}

function stateOf({ nameservers, records }: DnsFacts): ZoneState<PlannedRecord> {
	return { nameservers, records };
}

type Own = Awaited<ReturnType<typeof recentChanges>>;

function judge(
	last: ZoneAnswer | null,
	current: ZoneState<PlannedRecord>,
	{ own, domain, now }: { own: Own; domain: string; now: Date },
): ZoneAnswer {
	const time = now.toISOString();
	if (!last) return { baseline: current, since: time, found: null };
	const zone = zoneOf(domain);
	const { found } = last;
	const baseline = afterOwn(last.baseline, current, own);
	// Each value of `since` allows one alert. A change made in this bot, such as *Restore*, sets a new value. So the next
	// change made elsewhere is reported again.
	const since = own.length > 0 ? time : last.since;
	if (!differenceOf(baseline, current, zone)) {
		const undoneAt = found?.reported ? time : last.undoneAt;
		return { baseline, since, found: null, ...(own.length === 0 && undoneAt !== undefined && { undoneAt }) };
	}
	const isSame = found !== null && !differenceOf(found, current, zone);
	const isNews = last.undoneAt !== undefined && now.getTime() - Date.parse(last.undoneAt) >= undoneMs;
	return {
		baseline,
		since: isNews ? time : since,
		found: { ...current, reported: isSame || found?.reported === true },
		...(!isNews && own.length === 0 && last.undoneAt !== undefined && { undoneAt: last.undoneAt }),
	};
}

/**
 * Returns the state of the zone that the person knows: `baseline` after the changes made in this bot (`own`, newest
 * first). Such a change may include earlier changes made elsewhere. Its preview showed them, so they need no alert.
 */
function afterOwn(
	baseline: ZoneState<PlannedRecord>,
	current: ZoneState<PlannedRecord>,
	own: Own,
): ZoneState<PlannedRecord> {
	// After a change that binds or unbinds an edge profile, the bot does not know which records the service keeps. So it
	// cannot tell the effects of this change from changes by others. Return the current state, so that no alert is sent.
	if (own.some((each) => each.kind === "edge" || (each.kind === "nameservers" && each.leavesEdge))) return current;
	const records = own.find((each) => each.kind === "dns")?.target ?? baseline.records;
	const target = own.find((each) => each.kind === "nameservers")?.target;
	if (!target) return { ...baseline, records };
	// Only the service knows the nameservers of a preset. So assume that the person knows the current ones.
	return { records, nameservers: "nameservers" in target ? target.nameservers : current.nameservers };
}

function answered({ deps, watch, now }: Look, answer: ZoneAnswer): Answered {
	const isReported = answer.found?.reported === true;
	const isSuspected = answer.found !== null && !isReported;
	return {
		kind: "answer",
		answer: { ...answer },
		...(isSuspected && { nextAt: new Date(now.getTime() + againMs) }),
		async record(tx) {
			const subject = { kind: "zone", id: watch.id } as const;
			await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, subject));
			if (!isReported || watch.personId === null) return;
			// Each value of `since` causes at most one alert, even if the zone changes repeatedly.
			await deps.enqueue(
				tx,
				"bot.outbox",
				await addNotificationsAsNewMessages(tx, [watch.personId], subject, answer.since),
			);
		},
	};
}

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
