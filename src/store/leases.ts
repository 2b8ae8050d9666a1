import { isPast, leaseOf } from "@domains/kit/postgres/clock.ts";
import { isAbandoned } from "@domains/kit/postgres/presence.ts";
import { sql } from "drizzle-orm";
import { isNotBanned, isWatchAllowed } from "./bans.ts";
import { boards } from "./schema/boards.ts";
import { outbox, screens } from "./schema/chat.ts";
import { watches } from "./schema/watches.ts";

export const boardLease = leaseOf(boards, {
	seconds: 20,
	longestWait: "2 days",
	isOpen: sql`${boards.state} = 'running' and ${isNotBanned(boards.personId)}`,
});

/** A check takes at most a minute, so it ends before its lease. */
export const watchLease = leaseOf(watches, {
	seconds: 90,
	longestWait: "2 days",
	isOpen: sql`${watches.state} = 'running' and ${isWatchAllowed}`,
});

/** A weekly digest waits longest. */
export const outboxLease = leaseOf(outbox, {
	seconds: 30,
	longestWait: "8 days",
	isOpen: sql`${outbox.state} = 'waiting'`,
});

export const screenLease = leaseOf(screens, {
	seconds: 30,
	longestWait: "2 days",
	isOpen: sql`${screens.rev} > ${screens.shownRev}`,
	// The screen of a notification waits for its outbox row, which reserves a slot of the rate limit.
	isAbandoned: sql`${isPast(sql`${screens.wakeAt} - interval '5 s'`, "2 days")} and ${isAbandoned(screens.leaseId)}
		and not exists (select from bot.outbox where screen_id = ${screens.id} and state = 'waiting')`,
});
