import type { CallOptions } from "../../client/result.ts";
import type { Tx } from "../../postgres/connect.ts";
import type { Watch } from "../../store/watches.ts";
import type { Access } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/** The input of one check ("look") of a watch. */
export interface Look {
	deps: Deps;
	watch: Watch;
	/** The access of the watch's person, or of anyone connected to the account. */
	access: Access;
	/** The options of each call to the service: background priority, and a signal that aborts when the check must end. */
	options: CallOptions;
	/** The database time at the start of the check. */
	now: Date;
}

/** The result of a check that could read everything it needs. */
export interface Answered {
	kind: "answer";
	/** Stored as the last answer of the watch. The next check reads it from `watch.answer`. */
	answer: Record<string, unknown>;
	/** The time of the next check. If absent, the kind's `everyMs` applies. Null ends the watch. */
	nextAt?: Date | null;
	/**
	 * Runs in the transaction that stores the answer, for example to notify people. Does not run if the watch was
	 * deleted, or if a later check began.
	 */
	record?(tx: Tx): Promise<void>;
}

/** One part of a long check is done. The next part runs after `afterMs`, which may be 0. */
export interface Unfinished {
	kind: "unfinished";
	afterMs: number;
}

/**
 * The declaration of one kind of watch. If a check returns a `Trouble`, it has no answer and no person is notified. The
 * engine stores the trouble and repeats the check later.
 */
export interface WatchDeclaration {
	/**
	 * The pause between two answers, unless the answer sets `nextAt`. The engine varies it by a tenth, so that the checks
	 * of many watches spread out.
	 */
	everyMs: number;
	look(look: Look): Promise<Answered | Unfinished | Trouble>;
}
