import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, passedBound } from "../src/json.ts";
import { limits } from "../src/limits.ts";

interface Size {
	levels: number;
	values: number;
}

/** `levels` is the nesting depth of arrays and objects. `values` counts arrays and objects but not keys. */
function sizeOf(value: unknown): Size {
	if (typeof value !== "object" || value === null) return { levels: 0, values: 1 };
	const parts = Object.values(value).map(sizeOf);
	return {
		levels: 1 + Math.max(0, ...parts.map(({ levels }) => levels)),
		values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
	};
}

const none = { levels: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

const syntax = ["[", "]", "{", "}", ",", ":", '"', "\\", "\\u005b", "0", "-1.5e3", "true", "null", " ", "\n", "é"];
/**
 * Mostly invalid JSON. No `:`, so objects have no keys: the parser keeps only the last of several equal keys, and
 * `sizeOf` would count too few values.
 */
const noise = fc
	.array(fc.constantFrom(...syntax.filter((part) => part !== ":")), { maxLength: 12 })
	.map((parts) => parts.join(""));

describe("the bounds of a JSON text", () => {
	it("match a count of the parsed value", () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, "\t"), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				const { levels, values } = sizeOf(JSON.parse(text));
				expect(passedBound(text, { levels, values })).toBe(undefined);
				expect(passedBound(text, { ...none, levels: levels - 1 })).toBe("levels");
				expect(passedBound(text, { ...none, values: values - 1 })).toBe("values");
			}),
		);
	});

	it("never reject valid JSON within them, and never throw", () => {
		fc.assert(
			fc.property(fc.oneof(noise, fc.string({ unit: "binary" })), (text) => {
				expect(passedBound(text, none)).toBe(undefined);
				const value = parsed(text);
				if (value) expect(passedBound(text, sizeOf(value.value))).toBe(undefined);
			}),
			{ numRuns: 2_000 },
		);
	});

	it.each([
		["null", { levels: 0, values: 1 }],
		['"[{\\"[,"', { levels: 0, values: 1 }],
		['"\\\\"', { levels: 0, values: 1 }],
		["[]", { levels: 1, values: 1 }],
		["[\n]", { levels: 1, values: 1 }],
		["[[]]", { levels: 2, values: 2 }],
		['{"a":{"b":[]},"c":1}', { levels: 3, values: 4 }],
		['{"a\\\\":[0,"\\",["]}', { levels: 2, values: 4 }],
	])("count %s as %j", (text, { levels, values }) => {
		expect(passedBound(text, { levels, values })).toBe(undefined);
		expect(passedBound(text, { levels, values: values - 1 })).toBe("values");
		expect(passedBound(text, { levels: levels - 1, values })).toBe("levels");
	});

	it("count both values of a repeated key, because a parser reads both", () => {
		expect(passedBound('{"a":1,"a":2}', { levels: 1, values: 3 })).toBe(undefined);
		expect(passedBound('{"a":1,"a":2}', { levels: 1, values: 2 })).toBe("values");
	});

	it.each([
		["[", "levels"],
		['{"a":', "levels"],
		["0,", "values"],
		['"a":0,', "values"],
	])("stop at many unclosed %j", (part, bound) => {
		expect(passedBound(`[${part.repeat(1_000)}`, { levels: 10, values: 100 })).toBe(bound);
	});
});

function parsed(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch (error) {
		expect(error).toBeInstanceOf(SyntaxError);
		return undefined;
	}
}

describe("parseJson", () => {
	const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

	it(`accepts at most ${limits.bodyLevels} levels`, () => {
		expect(sizeOf(parseJson(nested(limits.bodyLevels)))).toMatchObject({ levels: limits.bodyLevels });
		expect(parseJson(nested(limits.bodyLevels + 1))).toBe(undefined);
		expect(parseJson(nested(500_000))).toBe(undefined);
	});

	it("accepts any number of values", () => {
		const text = JSON.stringify(Array.from({ length: 2 * limits.bodyValues }, () => 0));
		expect(parseJson(text)).toHaveLength(2 * limits.bodyValues);
	});
});
