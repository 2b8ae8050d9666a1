import { describe, expect, it } from "vitest";
import { referencesFor } from "../../../src/rules/operation/references.ts";

describe("line 11: references", () => {
	it("puts the operation's reference into external_ref unless the person gave one", () => {
		expect(referencesFor("#4K7Q", {})).toEqual({ external_ref: "#4K7Q" });
		expect(referencesFor("#4K7Q", { external_ref: "mine", client_ref: "shop" })).toEqual({
			external_ref: "mine",
			client_ref: "shop",
		});
	});

	it("sends a renewal's own references back, so that it replaces none", () => {
		const record = { client_ref: "shop", external_ref: "#1111" };
		expect(referencesFor("#4K7Q", {}, record)).toEqual(record);
		expect(referencesFor("#4K7Q", { client_ref: "new" }, record)).toEqual({ ...record, client_ref: "new" });
	});
});
