import { parseDomain } from "@domains/contract/names.ts";
import { recordSetKey } from "@domains/contract/records/record.ts";
import { lookAt, type OldAnswer, type ServerView } from "@domains/dns/ask/look.ts";
import { isBehind } from "@domains/dns/behind.ts";
import { diffZones } from "@domains/dns/diff.ts";
import { expectedOf } from "@domains/dns/live.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { connectionsOf } from "../../store/connections.ts";
import { readClock } from "../../store/database.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import { findOperation } from "../../store/operations.ts";
import { invalidateScreens } from "../../store/screens.ts";
import { findWatch, keepWatch, type Watch } from "../../store/watches.ts";
import { openAccess, troubleWith } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import type { NotYours } from "../dns/types.ts";
import { zoneOf } from "../dns/zone.ts";
import type { Trouble } from "../trouble.ts";
import type { Answered, Look, WatchDeclaration } from "./kind.ts";

/** The stored parameters of a watch of kind `live`, which checks whether a DNS change is visible. */
export interface LiveParams {
	/** When the watch was started or restarted, in ISO 8601. */
	since: string;
	/** The record sets (all records of one name and type) to check; null for the whole domain. */
	places: readonly string[] | null;
}

/** The answer that a watch of kind `live` stores. Times are in ISO 8601. */
export interface LiveAnswer {
	/**
	 * The `since` of the parameters that this answer belongs to. If the current parameters have another `since`, the
	 * watch was restarted, and this answer is ignored.
	 */
	since: string;
	servers: (Omit<ServerView, "old"> & { old: (Omit<OldAnswer, "ttlSeconds"> & { until: string | null })[] })[];
	/**
	 * `questions`: the number of record sets that were checked. `total` also counts those above the limit of one check.
	 */
	questions: number;
	total: number;
	/** True if at least one server answered, and every server that answered shows the domain's current state. */
	agree: boolean;
	/**
	 * `waiting`: the checks continue. `live`: the current state is visible. `gave_up`: it was not visible everywhere
	 * within an hour.
	 */
	outcome: "waiting" | "live" | "gave_up";
}

/** The state of a watch of kind `live`, as its screen shows it. */
export interface Live {
	domain: string;
	/** The answer of the last check; null before the first one. */
	answer: LiveAnswer | null;
	answeredAt: Date | null;
	/** The time of the next check; null if the watch has ended. */
	nextAt: Date | null;
	/** Why the last check got no answer from the service; null if it got one. */
	failure: string | null;
}

export type StartedLive = { kind: "started"; watchId: number; domain: string } | NotYours | Trouble;

const lastsMs = 3_600_000;

/**
 * Starts a watch that checks whether the domain's current state at the service is visible in the DNS. The first check
 * runs at once, and further checks follow for up to an hour.
 * - With `operationId`, the watch checks only what that operation changed. It replaces a running watch of the domain.
 * - Without `operationId`, the watch checks the whole domain. If a watch of the domain is already running, it
 *   continues, and no new one starts.
 */
export async function start(
	deps: Deps,
	{ personId, domain: text, operationId }: Actor & { domain: string; operationId?: number },
): Promise<StartedLive> {
	const parsed = parseDomain(text);
	const changed = operationId === undefined ? null : await changeOf(deps, personId, operationId);
	const domain = changed?.domain ?? (parsed.ok ? parsed.ascii : "");
	if (domain === "") return { kind: "not_yours", domain: text };
	const access = await openAccess(deps, personId, changed?.accountId);
	if ("kind" in access) return access;
	const accountId = access.account.id;
	return deps.db.transaction(async (tx) => {
		const now = await readClock(tx);
		const whole = { kind: "live", accountId, personId, subject: domain } as const;
		const running = changed ? undefined : await findWatch(tx, whole);
		const going = running?.state === "running" ? running : undefined;
		const fresh: LiveParams = { since: now.toISOString(), places: changed?.places ?? null };
		const params = { ...(going ? paramsOf(going) : fresh) };
		const endsAt = going?.endsAt ?? new Date(now.getTime() + lastsMs);
		const watchId = await keepWatch(tx, { ...whole, params, endsAt });
		await deps.enqueue(tx, "bot.watch", [watchId]);
		return { kind: "started", watchId, domain } as const;
	});
}

/**
 * Returns the domain that an operation changed, and the changed record sets (`places`). `places` is null for a change
 * of nameservers or edge profile, which affects the whole domain. Returns null if the operation changed no DNS, or if
 * the person is not connected to its account.
 */
async function changeOf(
	{ db }: Deps,
	personId: number,
	operationId: number,
): Promise<{ domain: string; accountId: number; places: string[] | null } | null> {
	const operation = await findOperation(db, operationId);
	const [item] = operation?.requests.flatMap((request) => request.items) ?? [];
	if (!operation || !item?.change) return null;
	const { accountId } = operation;
	if ((await connectionsOf(db, personId)).every((each) => each.accountId !== accountId)) return null;
	const { domain, change } = item;
	if (change.kind !== "dns") return { domain, accountId, places: null };
	const zone = zoneOf(domain);
	const { removed, changed, added } = diffZones(change.base, change.target, zone);
	const touched = [...changed.map(({ after }) => after), ...added, ...removed].map((each) => recordSetKey(each, zone));
	return { domain, accountId, places: [...new Set(touched)] };
}

/** Returns the state of a `live` watch; null if it belongs to another person, or was deleted. */
export async function read({ db }: Deps, { personId, watchId }: Actor & { watchId: number }): Promise<Live | null> {
	const watch = await findWatch(db, { id: watchId, personId, kind: "live" });
	if (!watch) return null;
	const { subject: domain, answeredAt, failure, wakeAt } = watch;
	return { domain, answer: lastOf(watch), answeredAt, failure, nextAt: watch.state === "running" ? wakeAt : null };
}

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
function lastOf({ answer, params }: Pick<Watch, "answer" | "params">): LiveAnswer | null {
	// Only watches of kind `live` reach this function, so the stored answer has this type.
	const last = answer as LiveAnswer | null;
	return last?.since === paramsOf({ params }).since ? last : null;
}

function paramsOf({ params }: Pick<Watch, "params">): LiveParams {
	// `start` stored the parameters with this type.
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
