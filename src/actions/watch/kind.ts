import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { CallOptions } from "../../client/result.ts";
import type { Watch } from "../../store/watches.ts";
import type { Access } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/**
 * The input of one check ("look") of a watch. A watch asks the service about an account or a domain again and again.
 */
export interface Look {
	deps: Deps;
	watch: Watch;
	/**
	 * An API client for the account, with the token of the person who turned the watch on. A watch for the whole account
	 * has no such person, and uses the token of any connected person.
	 */
	access: Access;
	/** The options of each call to the service: background priority, and a signal that aborts when the check must end. */
	options: CallOptions;
	/** The database time at the start of the check. */
	now: Date;
}

/** The result of a check that could read everything it needs. */
export interface Answered {
	kind: "answer";
	/** The answer to store with the watch. The next check finds it in `watch.answer`. */
	answer: Record<string, unknown>;
	/** The time of the next check. If absent, the next check comes after `everyMs`. Null ends the watch. */
	nextAt?: Date | null;
	/**
	 * Runs in the transaction that stores the answer, for example to notify people. Does not run if the watch was deleted
	 * or a later check has begun.
	 */
	record?(tx: Tx): Promise<void>;
}

/** The result of a check that did only a part of its work. The next part runs after `afterMs`, which may be 0. */
export interface Unfinished {
	kind: "unfinished";
	afterMs: number;
}

/**
 * The definition of one kind of watch. A check that returns a `Trouble` has no answer, and notifies no person.
 * `runWatch` then stores the trouble and repeats the check later.
 */
export interface WatchDeclaration {
	/**
	 * The pause between two answers, unless an answer sets `nextAt`. `runWatch` varies it by up to a tenth, so that the
	 * checks of many watches spread out.
	 */
	everyMs: number;
	look(look: Look): Promise<Answered | Unfinished | Trouble>;
}
