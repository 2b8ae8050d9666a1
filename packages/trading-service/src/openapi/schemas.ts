import type { Document, Schema } from "./document.ts";

const prefix = "#/components/schemas/";

/**
 * The OpenAPI generator writes each schema twice, `X` for answers and `XInput` for requests, even if one of them is
 * unused.
 */
export function tidySchemas(document: Document): Document {
	const { schemas } = document.components;
	const used = reachable([document.paths, document.webhooks], schemas);
	const names = new Map([...used].map((name) => [name, plainName(name, used, schemas)]));
	const kept = [...used].filter((name) => names.get(name) === name || !used.has(names.get(name) ?? name));
	const tidied = {
		...document,
		components: {
			...document.components,
			schemas: Object.fromEntries(
				kept
					.map((name): [string, Schema] => [names.get(name) ?? name, schemas[name] ?? {}])
					.toSorted(([one], [other]) => (one < other ? -1 : 1)),
			),
		},
	};
	return JSON.parse(JSON.stringify(tidied), (key, value: unknown) => {
		if (isNoBound(key, value)) return undefined;
		return key === "$ref" && typeof value === "string" && value.startsWith(prefix)
			? prefix + (names.get(value.slice(prefix.length)) ?? value.slice(prefix.length))
			: value;
	});
}

/** The OpenAPI generator adds such a bound to every integer. It is a limit of JavaScript, not of the service. */
function isNoBound(key: string, value: unknown): boolean {
	return (
		(key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
	);
}

/** Keeps `XInput` if `X` is also in use and differs. */
function plainName(name: string, used: ReadonlySet<string>, schemas: Record<string, Schema>): string {
	const plain = name.replace(/Input$/, "");
	if (!used.has(plain)) return plain;
	return same(schemas[name], schemas[plain]) ? plain : name;
}

function same(input: Schema | undefined, output: Schema | undefined): boolean {
	const text = (schema: Schema | undefined): string =>
		JSON.stringify(schema ?? null).replaceAll(/(#\/components\/schemas\/\w+?)Input"/g, '$1"');
	return text(input) === text(output);
}

function reachable(roots: unknown, schemas: Record<string, Schema>): Set<string> {
	const found = new Set<string>();
	const visit = (part: unknown): void => {
		JSON.stringify(part, (key, value: unknown) => {
			if (key !== "$ref" || typeof value !== "string" || !value.startsWith(prefix)) return value;
			const name = value.slice(prefix.length);
			if (!found.has(name)) {
				found.add(name);
				visit(schemas[name]);
			}
			return value;
		});
	};
	visit(roots);
	return found;
}

/**
 * With the keyword `default`, code generators take the field for one that is always present, so a request without it
 * does not compile. The description says the default instead.
 */
export function sayDefaults({ properties, ...schema }: Schema): Schema {
	if (properties === undefined) return schema;
	const fields = Object.entries(properties).map(([name, { default: preset, ...field }]): [string, Schema] => {
		if (preset === undefined) return [name, field];
		return [name, { ...field, description: [field.description, `Default: ${preset}.`].filter(Boolean).join(" ") }];
	});
	return { ...schema, properties: Object.fromEntries(fields) };
}
