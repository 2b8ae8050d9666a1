import type { NameProblem } from "@domains/contract/names.ts";
import type { Trouble } from "../trouble.ts";

/** A name with its prices. A price is null if the service did not send it. */
export interface Offer {
	/** The domain in punycode and lower case, without a trailing dot. */
	domain: string;
	available: boolean;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
	/** Set if the service sent a price that cannot be read. */
	unreadablePrice?: true;
}

/**
 * Text that is not a valid domain name.
 * - `problem` is defined in `rules/names`.
 * - `part` is the part that causes the problem, such as a label (between two dots) or a character.
 * - `message` is the service's text, if it sent one.
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
	 * - `yours`: set if this account owns the domain.
	 * - `order`: the account's order in progress for the domain; null if there is none.
	 * - `similar`: available names that resemble a taken one.
	 * - `inside`: the requested name, if it is a subdomain of the offered domain.
	 */
	| {
			kind: "offer";
			offer: Offer;
			yours: { expiresAt: Date | null } | null;
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
	/**
	 * `offers`: sorted by rank, then by price. The favorite TLDs of the account rank first, then popular TLDs. `yours`:
	 * the names that the account owns.
	 */
	| { kind: "shortlist"; base: string; offers: readonly Offer[]; yours: readonly string[]; sandbox: boolean }
	| InvalidName
	| Trouble;
