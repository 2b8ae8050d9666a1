/** JSON texts of values that any field of an answer or an event must survive. */
export const extremeValues: readonly string[] = [
	...[
		"null",
		"true",
		"false",
		"0",
		"-0",
		"1",
		"-1",
		"0.5",
		"-500",
		"1e-320",
		"1e12",
		"1e15",
		"1e308",
		"-1e308",
		"1e400",
	],
	...["2147483648", "9007199254740993", "1827273600000", "253402300800", "-62167219200", "1893456000000000"],
	...[
		'""',
		'" "',
		'"0"',
		'"-500"',
		'"1e308"',
		'"NaN"',
		'"Infinity"',
		'"soon"',
		'"true"',
		'"\\u0000"',
		'"a\\u0000b.com"',
	],
	...['"\\ud800"', '"\\udc00.com"', '"\\u202e\\u2066"', '"\\u200b"', '"0000-01-01T00:00:00Z"', '"0000-00-00"'],
	...['"-000001-01-01"', '"60000-01-01"', '"+060000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999Z"', '"2027-02-31"'],
	...[
		"[]",
		"{}",
		"[null]",
		"[[]]",
		'["a"]',
		'[{"a":1}]',
		'{"a":{"b":[1]}}',
		'{"length":1}',
		'{"toString":1}',
		'{"__proto__":{}}',
	],
	JSON.stringify("x".repeat(10_000)),
	JSON.stringify("ж".repeat(10_000)),
	JSON.stringify(`${"x".repeat(300)}.com`),
	JSON.stringify(`${"a.".repeat(2_000)}com`),
];

/** Returns the texts of `example` as JSON, with each of its values in turn replaced by each extreme value. */
export function* mutations(example: unknown): Generator<{ path: string; text: string; extreme: string }> {
	for (const path of pathsOf(example)) {
		for (const extreme of extremeValues)
			yield { path: path.join("."), text: replaced(example, path, extreme), extreme };
	}
}

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
	if (typeof value !== "object" || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, path: Path, text: string): string {
	const [first, ...rest] = path;
	if (first === undefined) return text;
	if (Array.isArray(value)) {
		return `[${value.map((each, index) => (String(index) === first ? replaced(each, rest, text) : JSON.stringify(each))).join()}]`;
	}
	const parts = Object.entries(value as object).map(
		([key, inner]) => `${JSON.stringify(key)}:${key === first ? replaced(inner, rest, text) : JSON.stringify(inner)}`,
	);
	return `{${parts.join()}}`;
}
