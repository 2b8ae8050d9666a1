import { describe, expect, it } from "vitest";
import { type OrderRefusal, orderSentence, readOrderSentence } from "../src/orders.ts";

const all: Record<OrderRefusal, Record<string, string>> = {
	edge_missing: { key: "main" },
	edge_off: { key: "a.b-c_d" },
	edge_zone: { key: "main", zone: ".co.uk" },
	preset_missing: { key: "mine" },
	too_far: { domain: "example.com", years: "10" },
};

describe("a sentence about an order", () => {
	it.each(Object.entries(all))("is parsed back to its refusal: %s", (refusal, parts) => {
		const known = Object.keys(all).find((each): each is OrderRefusal => each === refusal);
		expect(known && readOrderSentence(orderSentence(known, parts))).toEqual({ refusal, parts });
	});

	it("returns the values in it", () => {
		expect(orderSentence("edge_zone", all.edge_zone)).toBe("The edge profile main is not meant for .co.uk.");
	});

	it.each(["", "The edge profile", "There is no edge profile main. Or is there", "years must be a whole number."])(
		"is not found in another sentence: %s",
		(text) => expect(readOrderSentence(text)).toBeUndefined(),
	);
});
