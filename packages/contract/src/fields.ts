import { z } from "zod";
import { limits } from "./limits.ts";

/** Amounts have at most two decimals. The service calculates in integer cents. */
export function usd(description: string) {
	// The schema does not check the decimals: `multipleOf: 0.01` rejects 11.49 because of binary rounding.
	return z
		.number()
		.min(0)
		.meta({ description: `${description}, in USD with at most two decimals`, examples: [12.5] });
}

/** Accepts plain digits only, so `1e2` and a leading zero are refused. */
export function pageLimit(
	{ min, max, default: preset }: { min: number; max: number; default: number },
	description: string,
) {
	const message = `must be one whole number from ${min} to ${max}`;
	const digits = (value: unknown): unknown =>
		typeof value === "string" && /^[1-9]\d*$/.test(value) ? Number(value) : value;
	const lines = z.int(message).min(min, message).max(max, message).default(preset);
	return z.preprocess(digits, lines).meta({ description });
}

/** In Unicode or punycode, in any case, with or without a trailing dot. */
export const domainInput = z
	.string()
	.min(1)
	.meta({
		description:
			"A domain in Unicode or punycode, any case, with or without a trailing dot, and no surrounding spaces.",
		examples: ["example.com"],
	});

/** Punycode in lower case. */
export const domainName = z
	.string()
	.meta({ description: "A domain in punycode, lower case, without a trailing dot.", examples: ["example.com"] });

export const timestamp = z.iso
	.datetime()
	.meta({ description: "ISO 8601, UTC.", examples: ["2026-11-20T12:00:00.000Z"] });

/** PostgreSQL cannot store U+0000 and unpaired surrogates. */
export function storable<Text extends z.ZodString>(text: Text) {
	return text
		.refine((value) => value.isWellFormed() && !value.includes("\0"), "must be well-formed text")
		.meta({ pattern: "^[^\\u0000]*$" });
}

const reference = storable(z.string().max(limits.refCharacters));

export function isReference(value: unknown): value is string {
	return reference.safeParse(value).success;
}

/** A caller may attach them to an order. Source: docs/service.md, "References". */
export const references = {
	client_ref: reference.optional().meta({ description: "A label of the caller's choice.", examples: ["shop-17"] }),
	external_ref: reference
		.optional()
		.meta({ description: "A second label, usually the caller's own order number.", examples: ["order-2048"] }),
};
export interface References {
	client_ref?: string | undefined;
	external_ref?: string | undefined;
}

export const years = z
	.int()
	.min(limits.years.min)
	.max(limits.years.max)
	.meta({
		description: "Years, 1 to 10; the expiry may not pass 10 years from now.",
		examples: [1],
	});

export const edgeProfileKey = z
	.string()
	.min(1)
	.meta({
		description: "The key of an edge profile from Profile -> API.",
		examples: ["shield"],
	});

/** Absent in answers that are not older copies. */
export const asOf = {
	as_of: timestamp.optional().meta({
		description: "Set only if the registrar does not answer: the time of the copy that is answered instead.",
	}),
};
