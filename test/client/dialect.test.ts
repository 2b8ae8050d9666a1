import { describe, expect, it } from "vitest";
import { createDialect } from "../../src/client/request.ts";

describe("the word of a service for a bound domain", () => {
	it.each(["edge", "EDGEPROXY", "edge_proxy", "Edge"])("is known if it is %s", (mode) => {
		expect(createDialect().modeOf("a.com", mode)).toBe("edge");
	});

	it("is learned from the first binding that it shows, for every domain", () => {
		const dialect = createDialect();
		expect(dialect.modeOf("a.com", "PLAIN")).toBe("PLAIN");
		expect(dialect.modeOf("b.com", "SHIELD")).toBe("SHIELD");
		dialect.bound("a.com");
		expect(dialect.modeOf("a.com", "PLAIN")).toBe("PLAIN");
		expect(dialect.modeOf("a.com", "SHIELD")).toBe("edge");
		expect(dialect.modeOf("b.com", "SHIELD")).toBe("edge");
		expect(dialect.modeOf("a.com", "PLAIN")).toBe("PLAIN");
	});

	it("is not learned from another change, or from a domain that was never read before", () => {
		const dialect = createDialect();
		dialect.bound("a.com");
		expect(dialect.modeOf("a.com", "SHIELD")).toBe("SHIELD");
		dialect.bound("a.com");
		dialect.moved("a.com");
		expect(dialect.modeOf("a.com", "OTHER")).toBe("OTHER");
		dialect.bound("a.com");
		expect(dialect.modeOf("a.com", "external")).toBe("external");
		expect(dialect.modeOf("a.com", null)).toBeNull();
	});
});
