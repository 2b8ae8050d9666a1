import { isBehind } from "@domains/dns/behind.ts";
import { differenceOf, type ZoneState } from "@domains/dns/diff.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { lockHolders } from "../../store/item-locks.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import { invalidateScreens } from "../../store/redraw.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Watch } from "../../store/watches.ts";
import { troubleWith } from "../access.ts";
import { isUnknown, zoneOf } from "../dns/zone.ts";
import type { ZoneAnswer } from "../zone/types.ts";
import type { Answered, Look, WatchDeclaration } from "./kind.ts";

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
export function lastZoneAnswer({ answer }: Pick<Watch, "answer">): ZoneAnswer | null {
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
