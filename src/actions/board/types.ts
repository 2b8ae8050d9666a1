import type { BoardQuery, BoardSummary, ListedName } from "../../store/board-view.ts";
import type { BoardState } from "../../store/schema/boards.ts";
import type { QuoteResult } from "../quote/types.ts";
import type { Trouble } from "../trouble.ts";

export type { BoardQuery, ListedName, TickedNames } from "../../store/board-view.ts";

/**
 * What the person chose on a board (a stored list of names): sort order, filter and years. The balance is left out,
 * because it is not chosen but read from the account.
 */
export type BoardChoice = Omit<BoardQuery, "balanceCents">;

export interface BoardFacts extends BoardSummary {
	kind: "board";
	state: BoardState;
	/** Why the lookup waits or has stopped; null if it had no trouble. */
	trouble: Trouble | null;
	/** The number of names on the board. `checked` of them have an answer. */
	total: number;
	checked: number;
	/**
	 * The number of names that were not added because the board is full. `duplicates`: the number of repeated names.
	 * `skipped`: the number of words that are not names.
	 */
	leftOut: number;
	duplicates: number;
	skipped: number;
	/** The number of skipped words that are only counted. The board stores at most 100 skipped words. */
	unlisted: number;
	names: readonly ListedName[];
	/** The account's last known balance; null if unknown. */
	balanceCents: number | null;
	sandbox: boolean;
	/** The maximum number of names in one order. */
	mostOrdered: number;
}

export type BoardResult = BoardFacts | { kind: "gone" } | Trouble;

export type BoardQuoteResult = QuoteResult | { kind: "gone" };
