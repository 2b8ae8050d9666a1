import { z } from "zod";

export const domain = z.string();
/** A locale key of a sentence that stands above a screen. */
export const note = z.string().optional();
/** What was not understood as an answer. */
export const bad = z.string().optional();

/** A DNS record as the service keeps it. */
export const record = z.object({
	type: z.string(),
	hostname: z.string(),
	value: z.string(),
	ttl: z.number().nullable(),
	priority: z.number().nullable(),
});

/** What became of the last change: a word, the desk's refusal, or a doubt with the change that it is about, as JSON. */
export const said = {
	note,
	vars: z.record(z.string(), z.string()).optional(),
	refused: z
		.object({
			code: z.string(),
			message: z.string(),
			reason: z.object({ problem: z.string(), part: z.string().optional() }).optional(),
		})
		.optional(),
	doubt: z
		.enum([
			"everyone",
			"last_address",
			"own_address",
			"old_token",
			"api_off",
			"default_preset",
			"default_edge",
			"default_edge_off",
			"default_edge_zones",
		])
		.optional(),
	pending: z.string().optional(),
	/** Of the presets or the edge profiles. */
	page: z.number().optional(),
};

/** The screen that one came from, for Back. */
export const origin = z.object({ to: z.string(), params: z.record(z.string(), z.unknown()) });

/** A screen about names that somebody asked for before they were connected. */
export const pendingRoute = z
	.object({ to: z.enum(["offer", "shortlist", "list"]), params: z.record(z.string(), z.unknown()) })
	.optional();

/** A piece of a list that is no name: `problem` is one of `rules/names`. */
export const refusedName = z.object({ text: z.string(), problem: z.string(), part: z.string() });

/** Why a name of a list is not in its quote; `most`: the years that it can be renewed by; `problem`: why it is no name. */
export const skippedName = z.object({
	domain,
	reason: z.enum([
		"invalid",
		"duplicate",
		"not_available",
		"not_sold",
		"not_yours",
		"no_price",
		"too_long",
		"busy",
		"refused",
	]),
	most: z.number().optional(),
	problem: z.string().optional(),
	part: z.string().optional(),
});

export const trouble = {
	trouble: z.enum([
		"not_connected",
		"left_account",
		"unproved",
		"unauthorized",
		"forbidden",
		"rate_limited",
		"paced",
		"service_down",
		"slow",
		"refused",
	]),
	/** ISO 8601. */
	until: z.string().optional(),
	code: z.string().optional(),
	message: z.string().optional(),
	addresses: z.array(z.string()).optional(),
	here: z.boolean().optional(),
	connectionId: z.number().optional(),
};

export const operationPage = {
	before: z.number().optional(),
	which: z.enum(["running", "needs_you", "failed", "done"]).optional(),
};

/**
 * `cursors` lead to the page of the service, `offset` to ours within it. `starts`: how many names stand
 * before the page of each cursor. `choose`: what a domain is chosen for.
 */
export const domainPage = {
	search: z.string().optional(),
	choose: z.enum(["zone", "nameservers", "edge", "renew"]).optional(),
	cursors: z.array(z.string()),
	starts: z.array(z.number()).optional(),
	offset: z.number(),
};
