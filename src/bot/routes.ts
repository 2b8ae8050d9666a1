import { z } from "zod";
import type { Params } from "./ports.ts";
import {
	bad,
	domain,
	domainPage,
	note,
	operationPage,
	origin,
	pendingRoute,
	record,
	refusedName,
	said,
	skippedName,
	trouble,
} from "./screens/params.ts";
import { question, type Route, route } from "./screens/route.ts";

export { type Destination, type Route, to } from "./screens/route.ts";

/** The map of the bot. */
export const routes = {
	/** `resume`: what `/start` interrupted, to go on with. */
	home: route("home", {
		note,
		vars: z.record(z.string(), z.string()).optional(),
		resume: z
			.object({ verb: z.enum(["register", "renew", "reference"]), name: z.string(), value: z.string() })
			.optional(),
	}),
	help: route("help", {}),
	language: route("language", {}),
	settings: route("settings", { note }),
	/** While it is a chat's last screen, a zone or a city that is typed answers it. */
	zones: route("zones", { note }),
	privacy: route("privacy", { note }),
	/** A message with a file. */
	myData: route("my_data", {}),
	/** `sure`: asked for the second time. */
	forget: route("forget", { sure: z.boolean() }),
	spendingLimits: route("guard", { note }),
	/** While it is a chat's last screen, a sum that is typed answers it. */
	spendingLimit: route("guard_sum", { which: z.enum(["dayCapCents", "askAboveCents", "lowBalanceCents"]), bad }),
	lowBalance: route("low_balance", { userId: z.number(), sandbox: z.boolean(), balanceCents: z.number() }),
	apology: route("apology", { reference: z.string() }),
	/** `exited`: the person went on with something else; `again` is where it began, `search` what the text would be by itself. */
	outdated: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	unknown: route("unknown", {
		said: z.enum(["text", "command", "file", "sticker", "list", "record", "zone-file", "other"]),
	}),
	trouble: route("trouble", trouble),

	/** While it is a chat's last screen, whatever is typed is read as a token. */
	connect: route("connect", { note, pendingRoute }),
	connectionCheck: route("doctor", {
		...trouble,
		tested: z.boolean(),
		undeleted: z.boolean(),
		pendingRoute,
	}),
	connected: route("connected", {
		last4: z.string(),
		sandbox: z.boolean(),
		balanceCents: z.number().nullable(),
		others: z.number(),
		undeleted: z.boolean(),
		pendingRoute,
	}),
	disconnect: route("disconnect", { connectionId: z.number(), open: z.number().optional() }),
	/** Somebody else connected this person's account. */
	accountShared: route("newcomer", { connectionId: z.number() }),
	/** A new token was issued, so that this person's one is dead. */
	accessLost: route("shut_out", { connectionId: z.number() }),
	/** Somebody who was there before took this person's token away. */
	accessRemoved: route("dismissed", { accountId: z.number() }),
	account: route("account", {}),
	connections: route("connections", {}),

	searchAsk: question("search_ask", { bad }),
	/** `base` and `page`: the shortlist that it was chosen from. `from`: any other screen. `forwarded`: Telegram's second. */
	offer: route("offer", {
		name: z.string(),
		base: z.string().optional(),
		page: z.number().optional(),
		from: origin.optional(),
		forwarded: z.number().optional(),
	}),
	shortlist: route("shortlist", { base: z.string(), page: z.number() }),

	/** `forwarded`: Telegram's second. */
	invalid: route("invalid", {
		text: z.string(),
		problem: z.string(),
		part: z.string(),
		forwarded: z.number().optional(),
	}),

	/**
	 * A pasted list. `from`: the names before it were looked up on earlier pages; null waits for a tap. `refused` could
	 * be none, `page` of what was looked up is shown, `more` were too many to keep, `tail` is a last word that may go on, `at` Telegram's second of that piece.
	 */
	list: route("list", {
		names: z.array(z.string()),
		refused: z.array(refusedName),
		refusedMore: z.number(),
		more: z.number(),
		tail: z.string(),
		from: z.number().nullable(),
		page: z.number().optional(),
		at: z.number(),
		forwarded: z.boolean().optional(),
	}),
	prices: route("prices", { search: z.string().optional(), page: z.number() }),

	/** `names` are those of a list; `domain` is empty then. */
	renewNames: question("renew_names", { bad }),
	renewYears: question("renew_years", {
		domain,
		count: z.number().optional(),
		refused: z.array(refusedName).optional(),
		refusedMore: z.number().optional(),
		bad,
	}),
	/** `names` are those of a list; `domain` is empty then. */
	rejectedYears: route("bad_years", { domain, said: z.string() }),
	registerYears: question("register_years", { domain, bad }),
	registerLabel: question("register_label", { domain, years: z.number(), bad }),
	registerReference: question("register_reference", { domain, years: z.number(), label: z.string().nullable(), bad }),
	busy: route("busy", { domain, reference: z.string(), mine: z.boolean() }),
	noPrice: route("no_price", { domain }),

	/** Nothing of a list can be ordered. */
	nothingToOrder: route("nothing_left", { skipped: z.array(skippedName), more: z.number(), from: origin.optional() }),
	/**
	 * `note` was said about it while it stood at `noted`; once it moves on, the word is out of date. `sure` is the
	 * number of the quote that is asked about twice, because of `doubts`. `skipped` did not get into the quote. `from`: the list that
	 * it was chosen or ordered from.
	 */
	operation: route("operation", {
		operationId: z.number(),
		note,
		noted: z.string().optional(),
		sure: z.number().optional(),
		doubts: z.array(z.enum(["big_cut", "last_mail", "last_address", "nameservers", "sum"])).optional(),
		skipped: z.array(skippedName).optional(),
		more: z.number().optional(),
		vars: z.record(z.string(), z.string()).optional(),
		page: z.number().optional(),
		from: origin.optional(),
	}),
	operations: route("operations", operationPage),
	noOperation: route("no_operation", { reference: z.string() }),
	/** Profile -> API. While one of its sections is a chat's last screen, what is typed is read for it. */
	profile: route("profile", said),
	profileToken: route("profile_token", said),
	profileWhitelist: route("profile_whitelist", said),
	profileWebhook: route("profile_webhook", said),
	profileDefaults: route("profile_defaults", said),
	profilePresets: route("profile_presets", said),
	profileEdges: route("profile_edges", said),
	/** While it is a chat's last screen, whatever is typed is read as the secret that signs a foreign account's events. */
	profileSecret: route("profile_secret", { note }),
	/** The secret itself never stands in a row. */
	secret: route("secret", { of: z.enum(["token", "webhook"]) }),
	domains: route("domains", domainPage),
	/** `list`: the page that it was chosen from. `from`: any other screen. */
	domain: route("domain", { domain, list: z.object(domainPage).optional(), from: origin.optional() }),
	/** `find`: words that narrow its records. */
	zone: route("zone", { domain, page: z.number(), find: z.string().optional() }),
	record: route("record", {
		domain,
		record,
		page: z.number(),
		find: z.string().optional(),
		blocked: z.boolean().optional(),
	}),
	nameservers: route("nameservers", { domain, bad }),
	edge: route("edge", { domain }),
	/** A plan that came to nothing: why, in words of `plan-<why>`; `since`: ISO 8601, when it was blocked. */
	unplanned: route("unplanned", {
		domain,
		why: z.string(),
		part: z.string().optional(),
		since: z.string().optional(),
		heard: z.boolean().optional(),
	}),
	refusedRecords: route("refused_records", {
		domain,
		refusals: z.array(z.object({ record, problem: z.string() })),
		more: z.number(),
	}),
	recordAsk: question("record_ask", {
		domain,
		type: z.string().optional(),
		host: z.string().optional(),
		bad,
		editing: record.optional(),
	}),
	nameserversAsk: question("nameservers_ask", { domain, bad }),
	deliveries: route("deliveries", { failedOnly: z.boolean(), page: z.number() }),
	alert: route("alert", { eventId: z.number() }),
	alerts: route("alerts", { note }),
	/** For the operator: an operation that needs a human. */
	operatorAlert: route("notice", { operationId: z.number() }),
};

export function routeOf(name: string): Route<Params> | undefined {
	return Object.values(routes).find((each) => each.name === name);
}
