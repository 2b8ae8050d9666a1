import type { NameProblem } from "../../rules/names.ts";
import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** A name with what it costs. Prices that the service did not send are null, never guessed. */
export interface Offer {
	/** Punycode, lower case, no last dot. */
	domain: string;
	available: boolean;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/** The text is no name: why (see `rules/names`), the label or character to blame, the service's words if it said so. */
export interface InvalidName {
	kind: "invalid";
	name: string;
	problem: NameProblem | "refused";
	part?: string;
	message?: string;
}

export type NameResult =
	/**
	 * `yours`: it is taken, by this account. `order`: one of the account is under way for it. `inside`: the name that was
	 * asked for, where it is one inside the domain of the offer, which can be had.
	 */
	| {
			kind: "offer";
			offer: Offer;
			yours: boolean;
			order: { reference: string; mine: boolean } | null;
			sandbox: boolean;
			inside?: string;
	  }
	| InvalidName
	/** The service does not sell this ending. */
	| { kind: "not_sold"; domain: string; message?: string }
	| Trouble;

export type BaseResult =
	/** Cheapest first; empty when the service knows nothing for it. `yours`: those that the account has taken. */
	| { kind: "shortlist"; base: string; offers: readonly Offer[]; yours: readonly string[]; sandbox: boolean }
	| InvalidName
	| Trouble;

/** `refused`: with the service's code and words. `unknown`: it said nothing of this one. */
export interface NotOffered {
	name: string;
	reason: "invalid" | "refused" | "unknown";
	problem?: NameProblem;
	code?: string;
	message?: string;
}

export type ListResult =
	/** `left` were not asked yet; `yours` are those of the offers that the account has taken. */
	| {
			kind: "list";
			offers: readonly Offer[];
			yours: readonly string[];
			not: readonly NotOffered[];
			remaining: readonly string[];
			sandbox: boolean;
	  }
	| Trouble;

export interface SearchActions {
	/** One full name, asked right now. */
	name(input: Actor & { name: string }): Promise<NameResult>;
	/** A name without an ending, over the zones that the service sells. */
	base(input: Actor & { base: string }): Promise<BaseResult>;
	/** Many full names at once, in the order given. */
	list(input: Actor & { names: readonly string[] }): Promise<ListResult>;
}
