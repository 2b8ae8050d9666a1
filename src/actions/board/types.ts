import type { BoardQuery, BoardSummary, ListedName } from "../../store/board-view.ts";
import type { BoardState } from "../../store/schema/boards.ts";
import type { BatchQuoteResult } from "../quote/types.ts";
import type { Trouble } from "../trouble.ts";

export type { BoardQuery, ListedName } from "../../store/board-view.ts";

/** The position of a person in a board. The balance comes from the account. */
export type BoardChoice = Omit<BoardQuery, "balanceCents">;

export interface BoardFacts extends BoardSummary {
	kind: "board";
	state: BoardState;
	/** Why it waits or has stopped. */
	trouble: Trouble | null;
	/** Names to look up, and how many have an answer. */
	total: number;
	checked: number;
	/** Names beyond the limit, repeated names, and pieces that are not names. */
	leftOut: number;
	duplicates: number;
	skipped: number;
	/** The names of the page. */
	names: readonly ListedName[];
	/** The balance that the service reported last. */
	balanceCents: number | null;
	sandbox: boolean;
	/** The most names that one order takes. */
	mostOrdered: number;
}

export type BoardResult = BoardFacts | { kind: "gone" } | Trouble;

/** The quote of at most as many names as one order takes. */
export type BoardQuoteResult = BatchQuoteResult | { kind: "gone" };
