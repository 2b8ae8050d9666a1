import type { BoardQuery, BoardSummary, ListedName } from "../../store/board-view.ts";
import type { BoardState } from "../../store/schema/boards.ts";
import type { BatchQuoteResult } from "../quote/types.ts";
import type { Trouble } from "../trouble.ts";

export type { BoardQuery, ListedName, TickedNames } from "../../store/board-view.ts";

/** The order, the filter and the years of the person on a board. Omits the balance, which comes from the account. */
export type BoardChoice = Omit<BoardQuery, "balanceCents">;

export interface BoardFacts extends BoardSummary {
	kind: "board";
	state: BoardState;
	/** The reason why the lookup waits or has stopped; null if there is none. */
	trouble: Trouble | null;
	/** The number of names. `checked` of them have an answer. */
	total: number;
	checked: number;
	/**
	 * The number of names beyond the limit. `duplicates`: repeated names. `skipped`: pieces of text that are not names.
	 */
	leftOut: number;
	duplicates: number;
	skipped: number;
	/** The names of the page. */
	names: readonly ListedName[];
	/** The balance that the service reported last. */
	balanceCents: number | null;
	sandbox: boolean;
	/** The most names that one order may contain. */
	mostOrdered: number;
}

export type BoardResult = BoardFacts | { kind: "gone" } | Trouble;

/** The result of quoting the selected names, limited to what one order may contain. */
export type BoardQuoteResult = BatchQuoteResult | { kind: "gone" };
