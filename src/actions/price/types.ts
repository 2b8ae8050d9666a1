import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** A line of the price list; what the service did not say is null. */
export interface ZonePrice {
	/** With its leading dot. */
	zone: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

export interface PriceActions {
	/** Cheapest to register first; `search` narrows by a part of the zone's name. */
	list(
		input: Actor & { search?: string },
	): Promise<{ kind: "prices"; prices: readonly ZonePrice[]; sandbox: boolean } | Trouble>;
}
