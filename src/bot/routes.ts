import { z } from "zod";
import type { Params } from "./ports.ts";

/** A kind of screen by its name. */
export interface Route<P extends Params> {
	name: string;
	/** The stored parameters that find its rows again; null when they are of another time. */
	parse(stored: unknown): P | null;
	/** Drawn while a conversation waits for an answer to it. */
	asks: boolean;
}

function route<S extends z.ZodRawShape>(name: string, shape: S): Route<z.infer<z.ZodObject<S>>> {
	const params = z.object(shape);
	return { name, parse: (stored) => params.safeParse(stored).data ?? null, asks: false };
}

function question<S extends z.ZodRawShape>(name: string, shape: S): Route<z.infer<z.ZodObject<S>>> {
	return { ...route(name, shape), asks: true };
}

const domain = z.string();
/** A screen to show, decided apart from showing it. */
export interface Destination {
	route: Route<Params>;
	params: Params;
}

export function to<P extends Params>(route: Route<P>, params: P): Destination {
	return { route, params };
}

/** A locale key of a sentence that stands above a screen. */
const note = z.string().optional();
/** What was not understood as an answer. */
const bad = z.string().optional();

const trouble = {
	trouble: z.enum(["not_connected", "unauthorized", "forbidden", "rate_limited", "service_down", "slow", "refused"]),
	/** ISO 8601. */
	until: z.string().optional(),
	code: z.string().optional(),
	message: z.string().optional(),
	addresses: z.array(z.string()).optional(),
};

/** `cursors` lead to the page of the service, `offset` to ours within it. */
const domainPage = { search: z.string().optional(), cursors: z.array(z.string()), offset: z.number() };

/** The map of the bot. */
export const routes = {
	home: route("home", { note }),
	help: route("help", {}),
	language: route("language", {}),
	settings: route("settings", { note }),
	zones: route("zones", {}),
	apology: route("apology", { reference: z.string() }),
	outdated: route("outdated", {}),
	unknown: route("unknown", { said: z.enum(["text", "command", "file", "sticker", "list", "other"]) }),
	trouble: route("trouble", trouble),

	/** While it is a chat's last screen, whatever is typed is read as a token. */
	connect: route("connect", { note }),
	doctor: route("doctor", { ...trouble, tested: z.boolean(), undeleted: z.boolean() }),
	connected: route("connected", {
		last4: z.string(),
		sandbox: z.boolean(),
		balanceCents: z.number().nullable(),
		others: z.number(),
		undeleted: z.boolean(),
	}),
	disconnect: route("disconnect", { connectionId: z.number(), open: z.number().optional() }),
	/** Somebody else connected this person's account. */
	newcomer: route("newcomer", { connectionId: z.number() }),
	account: route("account", {}),
	connections: route("connections", {}),

	searchAsk: question("search_ask", { bad }),
	/** `base` and `page`: the shortlist that it was chosen from. */
	offer: route("offer", { name: z.string(), base: z.string().optional(), page: z.number().optional() }),
	shortlist: route("shortlist", { base: z.string(), page: z.number() }),

	invalid: route("invalid", { text: z.string(), problem: z.string(), part: z.string() }),

	registerYears: question("register_years", { domain, bad }),
	registerLabel: question("register_label", { domain, years: z.number(), bad }),
	registerReference: question("register_reference", { domain, years: z.number(), label: z.string().nullable(), bad }),
	busy: route("busy", { domain, reference: z.string(), mine: z.boolean() }),
	noPrice: route("no_price", { domain }),

	/** `note` was said about it while it stood at `noted`; once it moves on, the word is out of date. */
	operation: route("operation", {
		operationId: z.number(),
		note,
		noted: z.string().optional(),
		vars: z.record(z.string(), z.string()).optional(),
	}),
	operations: route("operations", { before: z.number().optional() }),
	noOperation: route("no_operation", { reference: z.string() }),
	domains: route("domains", domainPage),
	/** `list`: the page that it was chosen from. */
	domain: route("domain", { domain, list: z.object(domainPage).optional() }),
	alert: route("alert", { eventId: z.number() }),
	/** For the operator: an operation that needs a human. */
	notice: route("notice", { operationId: z.number() }),
};

export function routeOf(name: string): Route<Params> | undefined {
	return Object.values(routes).find((each) => each.name === name);
}
