import { expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.ts";

it("knows fifteen endpoints, seven of which change something", () => {
	expect(Object.keys(endpoints)).toHaveLength(15);
	expect(Object.values(endpoints).filter(({ mutation }) => mutation)).toHaveLength(7);
});
