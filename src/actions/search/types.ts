import type { NameProblem } from "../../rules/names.ts";
import type { Trouble } from "../trouble.ts";

/** A name with its prices. Null: the service did not send the price, and the bot does not guess. */
export interface Offer {
	/** Punycode, lower case, no trailing dot. */
	domain: string;
	available: boolean;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/**
 * Text that is not a domain name, with the problem (see `rules/names`) and the label or character that causes it.
 * Includes the service's message if it sent one.
 */
export interface InvalidName {
	kind: "invalid";
	name: string;
	problem: NameProblem | "refused";
	part?: string;
	message?: string;
}

export type NameResult =
	/**
	 * `yours`: this account has registered it. `order`: the account has an order for it in progress. `similar`: available
	 * names that resemble a taken one. `inside`: the requested name, if it is a subdomain of the offered domain.
	 */
	| {
			kind: "offer";
			offer: Offer;
			yours: boolean;
			order: { reference: string; mine: boolean } | null;
			similar: readonly Offer[];
			sandbox: boolean;
			inside?: string;
	  }
	| InvalidName
	/** The service does not sell this TLD. */
	| { kind: "not_sold"; domain: string; message?: string }
	| Trouble;

export type BaseResult =
	/** Popular extensions first, then the cheapest; empty if the service offers nothing. `yours`: the names that the account has registered. */
	| { kind: "shortlist"; base: string; offers: readonly Offer[]; yours: readonly string[]; sandbox: boolean }
	| InvalidName
	| Trouble;
