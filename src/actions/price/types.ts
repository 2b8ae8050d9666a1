/** A line of the price list. Null: the service did not send the field. */
export interface ZonePrice {
	/** Includes the leading dot. */
	zone: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}
