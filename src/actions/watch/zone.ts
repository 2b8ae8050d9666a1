import type { DnsFacts } from "../../client/read/dns.ts";
import { isBehind } from "../../rules/dns/behind.ts";
import { differenceOf, type ZoneState } from "../../rules/dns/elsewhere.ts";
import { limits } from "../../rules/operation/timing.ts";
import { lockHolders } from "../../store/locks.ts";
import { addNotifications, invalidateScreens } from "../../store/notifications.ts";
import { lateChanges } from "../../store/operation-lists.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Watch } from "../../store/watches.ts";
import { troubleWith } from "../access.ts";
import { isUnknown, zoneOf } from "../dns/zone.ts";
import type { ZoneAnswer } from "../zone/types.ts";
import type { Answered, Look, WatchDeclaration } from "./kind.ts";

/** After a difference, the domain is read again after this time. One wrong answer causes no alert. */
const againMs = 5 * 60_000;

/** Compares a domain's nameservers and records with the state that the watch's person knows. */
export const zone: WatchDeclaration = {
	everyMs: 6 * 3_600_000,

	async look(look) {
		const { deps, watch, access, options, now } = look;
		const { accountId, subject: domain } = watch;
		const read = await access.client.dns(domain, options);
		if (read.kind !== "ok") {
			const trouble = troubleWith(deps, access, read);
			const known = answerOf(watch);
			// The domain is no longer in the account, so the watch ends and keeps its last answer.
			if (isUnknown(trouble) && known) return { kind: "answer", answer: { ...known }, nextAt: null };
			return trouble;
		}
		// An unsettled operation may have caused the difference, so wait for its outcome.
		const busy = await lockHolders(deps.db, accountId, "zone", [domain]);
		const late = await lateChanges(deps.db, { accountId, domain, withinMs: limits.settling });
		if (busy.length > 0 || isBehind(late, read.value, zoneOf(domain))) return { kind: "unfinished", afterMs: againMs };
		const withinMs = watch.answeredAt ? now.getTime() - watch.answeredAt.getTime() + limits.settling : 0;
		const own = await lateChanges(deps.db, { accountId, domain, withinMs });
		return answered(look, judge(answerOf(watch), stateOf(read.value), { own, domain, now }));
	},
};

/** Returns the last answer; null before the first one. */
export function answerOf({ answer }: Pick<Watch, "answer">): ZoneAnswer | null {
	// Only watches of kind `zone` reach this function, so the stored answer has this type.
	return answer as ZoneAnswer | null;
}

function stateOf({ nameservers, records }: DnsFacts): ZoneState<PlannedRecord> {
	return { nameservers, records };
}

type Own = Awaited<ReturnType<typeof lateChanges>>;

function judge(
	last: ZoneAnswer | null,
	current: ZoneState<PlannedRecord>,
	{ own, domain, now }: { own: Own; domain: string; now: Date },
): ZoneAnswer {
	const fresh = { baseline: current, since: now.toISOString(), found: null };
	if (!last) return fresh;
	const zone = zoneOf(domain);
	const { baseline, since, found } = last;
	if (!differenceOf(baseline, current, zone)) return { baseline, since, found: null };
	// A plan made in this bot already showed all changes made elsewhere before it. So its result is a state that the
	// person knows.
	const expected = afterOwn(baseline, own);
	if (!expected || !differenceOf(expected, current, zone)) return fresh;
	const isSame = found !== null && !differenceOf(found, current, zone);
	const known = own.length > 0 ? { baseline: expected, since: now.toISOString() } : { baseline, since };
	return { ...known, found: { ...current, reported: isSame || found?.reported === true } };
}

/**
 * Returns the state that changes made in this bot should have left; the baseline without any. `own`: these changes,
 * newest first. Null if any of them set nameservers or an edge profile, because the result is then unknown.
 */
function afterOwn(baseline: ZoneState<PlannedRecord>, own: Own): ZoneState<PlannedRecord> | null {
	if (own.some(({ kind }) => kind !== "dns")) return null;
	const newest = own.find((each) => each.kind === "dns");
	return newest ? { ...baseline, records: newest.target } : baseline;
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
			// The key is the time of the baseline: a baseline causes one alert, even if the zone changes repeatedly.
			await deps.enqueue(tx, "bot.outbox", await addNotifications(tx, [watch.personId], subject, answer.since));
		},
	};
}
