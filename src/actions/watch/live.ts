import { lookAt } from "@domains/dns/ask/look.ts";
import { isBehind } from "@domains/dns/behind.ts";
import { expectedOf } from "@domains/dns/live.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import { invalidateScreens } from "../../store/redraw.ts";
import type { Watch } from "../../store/watches.ts";
import { troubleWith } from "../access.ts";
import type { Deps } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import type { LiveAnswer, LiveParams } from "../live/types.ts";
import type { Answered, Look, WatchDeclaration } from "./kind.ts";

/** The pause before the next read, if the service's answer does not contain the bot's own change yet. */
const behindMs = 10_000;
/**
 * If a change is visible within this time after the start of the watch, the person gets no notification, because they
 * still see the screen.
 */
const stillOnScreenMs = 60_000;
const pause = { shortestMs: 30_000, longestMs: 5 * 60_000 };

/**
 * Checks whether a domain's state is visible in the DNS. Asks the domain's nameservers and several resolvers whether
 * they return the records that the service has. Ends when all of them return these records, or after an hour.
 */
export const live: WatchDeclaration = {
	everyMs: pause.longestMs,

	async look(look) {
		const { deps, watch, access, options, now } = look;
		const { subject: domain, endsAt } = watch;
		const isLast = endsAt !== null && endsAt <= now;
		const read = await access.client.dns(domain, options);
		if (read.kind !== "ok") {
			const trouble = troubleWith(deps, access, read);
			return isLast ? answered(look, { ...nothing, ...lastOf(watch), outcome: "gave_up" }) : trouble;
		}
		const zone = zoneOf(domain);
		const written = await recentChanges(deps.db, { accountId: watch.accountId, domain, withinMs: timeLimits.settling });
		if (isBehind(written, read.value, zone) && !isLast) return { kind: "unfinished", afterMs: behindMs };
		const { places } = paramsOf(watch);
		const { asked, total } = expectedOf(read.value, places, zone);
		const signal = options.signal ?? AbortSignal.timeout(pause.shortestMs);
		const servers = await lookAt(read.value.nameservers, asked, deps.dns, signal);
		if (signal.aborted && !isLast) return { kind: "unfinished", afterMs: behindMs };
		const answering = servers.filter(({ verdict }) => verdict !== "silent");
		const agree = asked.length > 0 && answering.length > 0 && answering.every(({ verdict }) => verdict === "new");
		// A server that does not answer may still have the old state. Ignore it only if all servers that answered agreed in
		// two checks in a row.
		const isLive = agree && (answering.length === servers.length || lastOf(watch)?.agree === true);
		return answered(look, {
			servers: servers.map(({ old, ...server }) => ({
				...server,
				old: old.map(({ ttlSeconds, ...each }) => ({
					...each,
					until: ttlSeconds === null ? null : new Date(now.getTime() + ttlSeconds * 1_000).toISOString(),
				})),
			})),
			questions: asked.length,
			total,
			agree,
			outcome: isLive ? "live" : isLast ? "gave_up" : "waiting",
		});
	},
};

const nothing: Omit<LiveAnswer, "since"> = { servers: [], questions: 0, total: 0, agree: false, outcome: "waiting" };

/** Returns the watch's last answer; null if there is none, or if the watch was restarted since. */
export function lastOf({ answer, params }: Pick<Watch, "answer" | "params">): LiveAnswer | null {
	// Only watches of kind `live` reach this function, so the stored answer has this type.
	const last = answer as LiveAnswer | null;
	return last?.since === paramsOf({ params }).since ? last : null;
}

export function paramsOf({ params }: Pick<Watch, "params">): LiveParams {
	// `start` in `live/start.ts` stored the parameters with this type.
	return params as unknown as LiveParams;
}

function answered({ deps, watch, now }: Look, answer: Omit<LiveAnswer, "since">): Answered {
	const over = answer.outcome !== "waiting";
	// Send no notification so soon after the start, because the person still sees the screen with the result.
	const isStillOnScreen =
		answer.outcome === "live" && now.getTime() - Date.parse(paramsOf(watch).since) < stillOnScreenMs;
	return {
		kind: "answer",
		answer: { ...answer, since: paramsOf(watch).since },
		nextAt: over ? null : nextAt(deps, watch, now),
		async record(tx) {
			const subject = { kind: "live", id: watch.id } as const;
			await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, subject));
			if (!over || watch.personId === null || isStillOnScreen) return;
			const rows = await addNotificationsAsNewMessages(tx, [watch.personId], subject, paramsOf(watch).since);
			await deps.enqueue(tx, "bot.outbox", rows);
		},
	};
}

/**
 * Returns the time of the next check, at the latest the end of the watch. The pause is a quarter of the time since the
 * start of the watch, but at least 30 seconds and at most 5 minutes. It varies by up to a tenth.
 */
function nextAt({ random }: Deps, { endsAt, params }: Watch, now: Date): Date {
	const sinceMs = now.getTime() - Date.parse(paramsOf({ params }).since);
	const pauseMs = Math.min(pause.longestMs, Math.max(pause.shortestMs, sinceMs / 4)) * (0.9 + 0.2 * random());
	return new Date(Math.min(now.getTime() + pauseMs, endsAt?.getTime() ?? Number.POSITIVE_INFINITY));
}
