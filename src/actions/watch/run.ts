import { connectionsOf, liveConnection } from "../../store/connections.ts";
import { readClock } from "../../store/database.ts";
import { type LookResult, leaseWatch, saveLook, type Watch, type WatchKind } from "../../store/watches.ts";
import { type Access, accessOf, accessTrouble } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { Answered, Unfinished, WatchDeclaration } from "./kind.ts";
import { live } from "./live.ts";
import { name } from "./names.ts";
import { expiry, prices } from "./portfolio.ts";
import { renewal } from "./renewal.ts";
import { zone } from "./zone.ts";

/**
 * The time limit of one check. The lease (the time-limited lock) of the watch is longer, so no other worker starts the
 * same check meanwhile.
 */
const lookMs = 60_000;
/** The first pause after a check without an answer. It doubles after each further failure, up to an hour. */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/**
 * Runs one check of a watch that is due, in the background, and stores the result. Does nothing if the watch is not
 * due, or if another worker holds its lease.
 */
export async function runWatch(deps: Deps, watchId: number, signal: AbortSignal): Promise<void> {
	const watch = await leaseWatch(deps.db, watchId);
	if (!watch) return;
	const now = await readClock(deps.db);
	const looked = await look(deps, watch, { now, signal });
	const store = (each: Looked) =>
		deps.db.transaction(async (tx) => {
			const saved = await saveLook(tx, watch, resultOf(deps, watch, { looked: each, now, aborted: signal.aborted }));
			if (saved && each.kind === "answer") await each.record?.(tx);
		});
	try {
		await store(looked);
	} catch (error) {
		if (looked.kind !== "answer") throw error;
		deps.log.error({ error, watch: watch.id, kind: watch.kind }, "the result of a watch could not be stored");
		await store({ kind: "broken" });
	}
}

type Looked = Answered | Unfinished | Trouble | { kind: "broken" };

async function look(deps: Deps, watch: Watch, { now, signal }: { now: Date; signal: AbortSignal }): Promise<Looked> {
	// After a rollback of the bot, the table may contain a kind of watch that only the newer version knows. This version
	// cannot check it.
	if (!Object.hasOwn(watchKinds, watch.kind)) return { kind: "broken" };
	const access = await accessFor(deps, watch);
	if ("kind" in access) return access;
	const end = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
	const options = { priority: "background", signal: end } as const;
	try {
		return await watchKinds[watch.kind].look({ deps, watch, access, options, now });
	} catch (error) {
		deps.log.error({ error, watch: watch.id, kind: watch.kind }, "a watch failed");
		return { kind: "broken" };
	}
}

/**
 * Opens the connection of the person who turned the watch on. A watch for the whole account has no such person, and
 * uses any working connection of the account.
 */
async function accessFor(deps: Deps, { accountId, personId }: Watch): Promise<Access | Trouble> {
	const connection =
		personId === null
			? await liveConnection(deps.db, accountId, 0)
			: (await connectionsOf(deps.db, personId)).find((each) => each.accountId === accountId);
	return connection ? accessOf(deps, connection) : accessTrouble(deps, undefined);
}

function resultOf(
	deps: Deps,
	watch: Watch,
	{ looked, now, aborted }: { looked: Looked; now: Date; aborted: boolean },
): LookResult {
	const after = (ms: number) => new Date(now.getTime() + ms);
	const isOver = watch.endsAt !== null && watch.endsAt <= now;
	if (looked.kind === "answer") {
		const { answer, nextAt = after(watchKinds[watch.kind].everyMs * (0.9 + 0.2 * deps.random())) } = looked;
		return { answer, failure: null, nextAt: isOver || !nextAt ? null : notAfter(watch.endsAt, nextAt) };
	}
	if (isOver) return { failure: null, nextAt: null };
	if (looked.kind === "unfinished") return { failure: null, nextAt: after(looked.afterMs) };
	// This process is shutting down. Another process repeats the check at once.
	if (aborted) return { failure: null, nextAt: now };
	const until = looked.kind === "trouble" ? (looked.until?.getTime() ?? 0) : 0;
	const pauseMs =
		Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(watch.failures, 10)) * (0.75 + 0.5 * deps.random());
	const nextAt = new Date(Math.max(until, now.getTime() + pauseMs));
	// If the bot's own rate limit allowed no background call, the service has not failed, so record no failure.
	if (looked.kind === "trouble" && looked.trouble === "paced") return { failure: null, nextAt };
	return { failure: looked.kind === "broken" ? "broken" : looked.trouble, nextAt };
}

/** Returns `time`, or the end of the watch if that is earlier. So the last check runs at the end of the watch. */
function notAfter(end: Date | null, time: Date): Date {
	return end !== null && end < time ? end : time;
}

/** Every kind of watch. The section "Adding a watch" in docs/contribute.md lists the steps for a new one. */
const watchKinds: Readonly<Record<WatchKind, WatchDeclaration>> = { expiry, live, name, prices, renewal, zone };
