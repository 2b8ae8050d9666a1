import type { Schema } from "./document.ts";

/**
 * Code generators ignore `oneOf` or `anyOf` alternatives that only list required keys, and the generated code would
 * accept `{}`. So each alternative becomes a complete object schema, without the keys that only others require.
 */
export function writeOutAlternatives(schema: Schema): Schema {
	const { oneOf, anyOf, properties, required = [], type, additionalProperties, ...rest } = schema;
	const choices = (oneOf ?? anyOf)?.map(readChoice);
	if (!properties || !choices?.every((choice) => choice !== undefined)) return schema;
	const listed = new Set(choices.flatMap((choice) => choice.keys));
	const objects = choices.map(({ title, keys }): Schema => {
		const kept = Object.entries(properties).filter(([key]) => !listed.has(key) || keys.includes(key));
		return {
			title,
			type: "object",
			properties: Object.fromEntries(kept),
			required: [...required, ...keys],
			...(additionalProperties !== undefined && { additionalProperties }),
		};
	});
	return { ...rest, [oneOf ? "oneOf" : "anyOf"]: objects };
}

function readChoice({ title, required, ...rest }: Schema): { title: string; keys: string[] } | undefined {
	const isList = typeof title === "string" && required !== undefined && Object.keys(rest).length === 0;
	return isList ? { title, keys: required } : undefined;
}
