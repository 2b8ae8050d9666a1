import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** A line of the price list. Null: the service did not send the field. */
export interface ZonePrice {
	/** Includes the leading dot. */
	zone: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

export interface PriceActions {
	/** Lists the cheapest registration first; `search` filters by a part of the zone's name. */
	list(
		input: Actor & { search?: string },
	): Promise<{ kind: "prices"; prices: readonly ZonePrice[]; sandbox: boolean } | Trouble>;
}
