import { expect, it } from "vitest";
import { formatAddress, parseAddress } from "../../src/page/browser/address.ts";

it("keeps person and chat across a reload", () => {
	expect(parseAddress(formatAddress(1002, -1001234))).toEqual({ person: 1002, chat: -1001234 });
	expect(parseAddress(formatAddress(1002, 1002))).toEqual({ person: 1002 });
});

it("ignores a value that is not a number", () => {
	expect(parseAddress("#person=anna&chat=1e3&x=1")).toEqual({});
	expect(parseAddress("")).toEqual({});
});
