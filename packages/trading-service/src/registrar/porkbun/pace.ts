import type { Db } from "@domains/kit/postgres/connect.ts";
import { z } from "zod";
import { readFact, storeFact } from "../../store/facts.ts";

/** The calls whose limits the registrar's answers show. */
export type LimitedCall = "check" | "create" | "renew";

/** The registrar takes `limit` calls in `seconds`. */
export interface Window {
	seconds: number;
	limit: number;
}

const pace = z.object({
	/** One call may be sent in this time. */
	everyMs: z.number(),
	/** Successful orders in 24 hours; null without such a limit. */
	perDay: z.number().nullable(),
});
export type Pace = z.infer<typeof pace>;

/** The registrar's defaults. Source: its description, docs/registrars.md. */
const usual: Readonly<Record<LimitedCall, Pace>> = {
	check: { everyMs: 10_000, perDay: null },
	create: { everyMs: 10_000, perDay: 10 },
	renew: { everyMs: 10_000, perDay: 25 },
};

const daySeconds = 86_400;
/** An absurd answer must neither flood the registrar nor stop the desk. */
const bounds = { everyMs: { least: 1_000, most: 60_000 }, perDay: { least: 1, most: 10_000 } };

function within(value: number, { least, most }: { least: number; most: number }): number {
	return Math.round(Math.min(Math.max(value, least), most));
}

/** What the registrar last said about this account, or its default. All processes share it. */
export async function readPace(db: Db, call: LimitedCall): Promise<Pace> {
	return (await readFact(db, keyOf(call), pace))?.value ?? usual[call];
}

/** Keeps what an answer shows. A window without a limit or a length says nothing. */
export async function learnPace(
	db: Db,
	call: LimitedCall,
	{ attempts, successes }: { attempts?: Window | undefined; successes?: Window | undefined },
): Promise<void> {
	const before = await readPace(db, call);
	const says = (window: Window | undefined): window is Window =>
		window !== undefined && window.limit > 0 && window.seconds > 0;
	const now = {
		everyMs: says(attempts) ? within((attempts.seconds * 1_000) / attempts.limit, bounds.everyMs) : before.everyMs,
		perDay: says(successes) ? within((successes.limit * daySeconds) / successes.seconds, bounds.perDay) : before.perDay,
	};
	if (now.everyMs !== before.everyMs || now.perDay !== before.perDay) await storeFact(db, keyOf(call), now);
}

function keyOf(call: LimitedCall): string {
	return `pace ${call}`;
}
