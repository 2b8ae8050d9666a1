import { readNameservers } from "@domains/contract/names.ts";
import { isRecordType } from "@domains/contract/records/types.ts";
import { risks } from "@domains/dns/diff.ts";
import { z } from "zod";
import { boardSorts, domainSorts, orderFilters, priceSorts, zoneFormats } from "../rules/choices.ts";
import { looksLikeYears } from "../rules/input-words.ts";
import { type Intent, unsupported } from "../rules/intent.ts";
import { permissions } from "../rules/mandate.ts";
import { readTarget } from "../rules/nameserver-target.ts";
import { answerChange, answerNew, isAccepted } from "../rules/record-answer.ts";
import type { Params, Screen } from "./ports.ts";
import { listPosition } from "./screens/list-position.ts";
import {
	changeResult,
	domain,
	domains,
	draftId,
	noticeKey,
	noticeVars,
	origin,
	pendingRoute,
	problem,
	record,
	rejectedInput,
	repeatedTap,
	sentRecords,
	skippedName,
	trouble,
} from "./screens/params.ts";
import { question, type Route, type RouteRef, route, routeRef } from "./screens/route.ts";

/** The rule of a screen that only answers a text, unless a notice says what the bot has changed before. */
const isReply = { readOnly: (params: Params) => params["noticeKey"] === undefined };

/** The page of a list. */
const page = z.number().optional();

/** Home, and the answers to what the bot cannot do. */
const replyRoutes = {
	/**
	 * The screen *Home*. `resume`: the conversation about a renewal that `/start` interrupted. A button continues this
	 * conversation.
	 */
	home: route("home", {
		noticeKey,
		vars: z.record(z.string(), z.string()).optional(),
		// An earlier version of the bot stored screens whose `resume` has the verb `reference`. For these, `catch` sets
		// `resume` to undefined, so that the other parameters stay valid.
		resume: z
			.object({ verb: z.literal("renew"), name: z.string(), value: z.string() })
			.optional()
			.catch(undefined),
	}),
	/** `topic`: as the person sent it. */
	help: route("help", { topic: z.string().optional() }, isReply),

	/**
	 * Says why the bot could not do what a person asked for. `from`: the screen on which the person asked; `ctx.show`
	 * adds this parameter. `repeat`: the tap that *Try again* repeats.
	 */
	trouble: route("trouble", { ...trouble, from: origin.optional(), repeat: repeatedTap.optional() }),
	apology: route("apology", { reference: z.string() }),
	/**
	 * Says that a step has ended, such as a question whose conversation is over.
	 * - `exited`: the person left the step.
	 * - `again`: the screen that starts the step again.
	 * - `search`: the screen that looks up the person's late answer as a name.
	 * The route keeps its old name `outdated`, because screens stored in the database have that name.
	 */
	stepEnded: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	/**
	 * Says that the service does not support a request. `search`: the screen that looks up the words of the request as a
	 * name. `name`: the domain that the person named.
	 */
	unsupported: route("unsupported", {
		wants: z.enum([...unsupported, "sale", "backorder", "appraisal", "withdrawal", "refund", "unread"]),
		name: domain.optional(),
		search: origin.optional(),
	}),
	/**
	 * Asks if a text with misspelt words means `text`. `search`: the screen that looks up the person's words as a name.
	 */
	misspelt: route("misspelt", { text: z.string(), search: origin.optional() }),
	/**
	 * Says why a message cannot be used.
	 * - `command`: the name of the unknown command.
	 * - `domain` and `draftId`: the zone of refused DNS records, if known.
	 * - `at`: when the last part of the records was sent, as a Unix time in seconds. Set only if the person sent records
	 *   that are too long for one message. A message shortly after this time counts as the next part.
	 */
	unknown: route(
		"unknown",
		{
			content: z.enum([
				"text",
				"command",
				"file",
				"file-large",
				"file-binary",
				"file-unavailable",
				"file-unreadable",
				"file-empty",
				"file-slow",
				"file-token",
				"file-token-deleted",
				"sticker",
				"list",
				"zone-file-long",
				"zone-file-large",
				"zone-file-binary",
				"other",
			]),
			command: z.string().max(32).optional(),
			domain: domain.optional(),
			draftId,
			at: z.number().optional(),
		},
		// Telegram splits a long zone file at any position, for example inside a DKIM key. The next message then begins
		// with the rest of the key. The rest may look like a token, but it is none, and the message must not be deleted.
		{ acceptsTokenLike: (text, { content }) => content === "zone-file-long" && text.includes("\n") },
	),
};

export const boardFilters = ["available", "under-10", "under-20", "under-50", "balance", "fair"] as const;

/**
 * A position in a board (a stored list of names). `name`: the first name of the list. Links to the list use it as their
 * label.
 */
const boardPosition = {
	boardId: z.number(),
	name: z.string(),
	page,
	sort: z.enum(boardSorts).optional(),
	filter: z.enum(boardFilters).optional(),
	years: z.number().default(1),
};

/** Looking for names, and their prices. */
const searchRoutes = {
	/** `problem` and `part`: why the last answer is not a name. Undefined if it was not an attempt at a name. */
	searchAsk: question("search_ask", {
		rejectedInput,
		problem: z.string().optional(),
		part: z.string().optional(),
	}),
	/**
	 * The result of the lookup of one name.
	 * - `from`: the screen on which the person chose the name.
	 * - `forwarded`: when the person forwarded the message with the name, as a Unix time. Undefined if the message was
	 *   not forwarded.
	 * - `watched`: set if this screen is the notification that a watched name is available.
	 * - `joined`: the name together with the words before it, such as `northwindcoffee.net` for "northwind coffee.net".
	 */
	offer: route(
		"offer",
		{
			name: z.string(),
			joined: z.string().optional(),
			watched: z.literal(true).optional(),
			from: origin.optional(),
			forwarded: z.number().optional(),
		},
		isReply,
	),
	/**
	 * The result of the lookup of a word under many TLDs. `under`: show only names whose first year costs less than this,
	 * in cents. `fair`: show only names whose renewal costs at most three times the first year.
	 */
	shortlist: route("shortlist", {
		base: z.string(),
		...listPosition,
		under: z.number().optional(),
		fair: z.literal(true).optional(),
	}),
	/**
	 * Says why a text is not a name. `forwarded`: when the person forwarded the message with the text, as a Unix time.
	 * Undefined if the message was not forwarded. If the person forwards another message within seconds, the two texts
	 * become a list.
	 */
	invalid: route("invalid", {
		text: z.string(),
		problem: z.string(),
		part: z.string(),
		forwarded: z.number().optional(),
	}),

	list: route("list", boardPosition),
	listFilter: route("list_filter", boardPosition),
	listYears: route("list_years", boardPosition),
	/**
	 * Offers to look up a list of names. The person sent the names after a question was interrupted. So the text may be a
	 * late answer to that question instead.
	 */
	listAsk: route("list_ask", { text: z.string() }),

	/** The list of watches. `name`: the domain name that the notice mentions. */
	watches: route("watches", { ...listPosition, noticeKey, name: z.string().optional() }),
	watchedName: route("watched_name", { watchId: z.number(), noticeKey }),
	/** Asks for the ceiling of a standing order, or, with `ceilingCents`, for its confirmation. */
	standingOrder: route(
		"standing_order",
		{ watchId: z.number(), ceilingCents: z.number().optional(), rejectedInput },
		{ onAbandon: () => ({ what: "buy-for-me" }) },
	),

	prices: route("prices", { ...listPosition, sort: z.enum(priceSorts).optional() }, isReply),
	/**
	 * Shows the price history of a TLD (with its leading dot) or of a domain. `from`: the screen that *Back* leads to.
	 */
	priceHistory: route("price_history", { subject: z.string(), page, from: origin.optional() }),
	/** `priceHistoryFile` is a message with the history as a file; `priceHistoryPicture` is one with a chart. */
	priceHistoryFile: route("price_history_file", { subject: z.string() }),
	priceHistoryPicture: route("price_history_picture", { subject: z.string() }),
	/**
	 * Shows the price jumps (sharp changes) that one check of an account's prices found. `at`: the time of that check.
	 */
	priceJumps: route("price_jumps", { accountId: z.number(), at: z.string(), page }),
};

export const domainFilters = ["30", "60", "90", "blocked", "expired", "edge"] as const;

/**
 * A position in the list *My domains*. `choose`: the action for which the person is choosing a domain. `records`: the
 * records to add to the chosen domain. `filter`: a state of the domain, or the maximum number of days until its expiry.
 */
const domainsPosition = {
	...listPosition,
	choose: z.enum(["zone", "nameservers", "edge", "renew"]).optional(),
	records: sentRecords.optional(),
	sort: z.enum(domainSorts).optional(),
	filter: z.enum(domainFilters).optional(),
};
export const domainsList = z.object(domainsPosition);
const domainPlace = { domain, list: domainsList.optional(), from: origin.optional() };
export type DomainsPosition = z.infer<typeof domainsList>;

/**
 * The parameters that the screens `tags` and `note` have in common. `vars`: the values in the notice. If the screen is
 * about one domain, *Back* leads to the card of the domain (the screen with its details). `list` and `from` are passed
 * on to the card, because its own *Back* button leads to one of them.
 */
const notesPlace = {
	list: domainsList.optional(),
	from: origin.optional(),
	noticeKey,
	vars: noticeVars,
};

const renewalPlan = { days: z.number().optional(), by: z.enum(["month", "tag"]).optional() };

/** The domains of an account, and what happens to them. */
const domainRoutes = {
	/** The list *My domains*. `noticeKey` and `vars`: the notice about the last change to the selected domains. */
	domains: route("domains", { ...domainsPosition, noticeKey, vars: noticeVars }, isReply),
	domainsFilter: route("domains_filter", domainsPosition),
	/** The other tools of the list. While domains are selected: what can be done with them. */
	domainsMore: route("domains_more", domainsPosition),
	/** Says that the person selected more domains than the action accepts. `most`: the number that it accepts. */
	tooManyDomains: route("too_many_domains", { list: domainsList, most: z.number() }),
	/**
	 * A message with a CSV file of the selected domains. Without a selection, the file contains all domains that match
	 * the search and the filter.
	 */
	domainsFile: route("domains_file", { list: domainsList }),
	/**
	 * The card of a domain (the screen with its details). With `from`, *Back* leads to that screen. Without `from`,
	 * *Back* leads to the position `list` in *My domains*.
	 */
	domain: route("domain", domainPlace),
	/** The renewal of a domain: now, by itself, later or never. */
	domainRenewal: route("domain_renewal", domainPlace),
	/** What is done seldom with a domain, and what the service cannot do. */
	domainMore: route("domain_more", domainPlace),

	/** Shows the tags of `domain`. Without `domain`, shows the tags of the domains that are selected in `list`. */
	tags: route("tags", { domain: domain.optional(), ...notesPlace }),
	/**
	 * Shows the note of `domain`. Without `domain`, asks for one note about all domains that are selected in `list`.
	 * `sure`: the screen asks whether to delete the notes.
	 */
	note: route("note", { domain: domain.optional(), ...notesPlace, sure: z.boolean().optional() }),

	/** Lists the domains that expire within `days` days. `unread`: the person sent a number of days out of bounds. */
	expiring: route("expiring", { days: z.number(), unread: z.boolean().optional(), page }),
	expiringFilter: route("expiring_filter", { days: z.number() }),
	/** The reminder: a daily message that lists domains that expire soon. */
	reminder: route("reminder", { reminderId: z.number(), page }),
	/** Shows one expiring domain with the choices to renew it, to be reminded again, or to let it expire. */
	renewalChoice: route("renewal_choice", { accountId: z.number(), domain, from: origin, noticeKey }),
	/** The setting of how many days before an expiry the person gets a reminder. */
	expiryReminders: route("expiry_reminders", {}),

	/** The auto-renew settings of one domain of the active account. */
	autoRenew: route("auto_renew", { domain, noticeKey, from: origin.optional() }),
	/** The screen that sets auto-renew for several domains at once. */
	manyAutoRenew: route("many_auto_renew", { domains, noticeKey }),
	/** Lists all domains of the active account that have auto-renew. */
	autoRenewals: route("auto_renewals", { page }),

	/** Shows what the renewals of the next `days` days cost, by month or by tag. */
	planner: route("planner", renewalPlan),
	/** A message with a chart of the renewal costs as a picture. */
	plannerPicture: route("planner_picture", renewalPlan),

	/**
	 * The freeze of a domain, or of the whole account if `domain` is "". Without `accountId`, the screen shows the active
	 * account. `ask`: true if the screen asks the person whether to freeze or to end the freeze. `from`: the screen that
	 * *Back* leads to.
	 */
	freeze: route("freeze", {
		domain,
		accountId: z.number().optional(),
		ask: z.boolean().optional(),
		from: origin.optional(),
	}),
	/**
	 * Notifies a person that someone else froze an account or a domain, scheduled the end of a freeze, or cancelled the
	 * scheduled end. `keptBy`: the person who cancelled it. `isOver`: true if the freeze had ended.
	 */
	freezeNotice: route(
		"freeze_notice",
		{ freezeId: z.number(), keptBy: z.number().optional(), isOver: z.boolean().optional() },
		{ subject: ({ freezeId: id }) => ({ kind: "freeze", id }) as const },
	),

	/**
	 * The result of the check *Is it live?*. With `from`, *Back* leads to that screen. Without `from`, *Back* leads to
	 * the card of the domain (the screen with its details).
	 */
	live: route(
		"live",
		{ watchId: z.number(), domain, from: origin.optional() },
		{ subject: ({ watchId: id }) => ({ kind: "live", id }) },
	),

	/** The page about a watched domain that was changed outside the bot. */
	changeIncident: route("change_incident", { watchId: z.number(), domain }),
	/**
	 * The page about a domain that is or was blocked. `eventId`: the event that reported the block. The page then shows
	 * the account of this event. Without `eventId`, it shows the active account. `from`: the previous screen. Do not
	 * rename `domain`: `store/domains.ts` searches stored screens by this parameter.
	 */
	incident: route("incident", { domain, eventId: z.number().optional(), from: origin.optional() }),

	/** Shows a change to a watched domain that was made outside the bot. */
	changedElsewhere: route("changed_elsewhere", { watchId: z.number(), domain }),
	/** Says that the person already watches the maximum number of domains. */
	watchedTooMany: route("watched_too_many", { domain }),
};

/**
 * The list of operations, which are orders and changes. `running`: older versions of the bot stored the filter `open`
 * under this name.
 */
const operationsPosition = { ...listPosition, filter: z.enum([...orderFilters, "running"]).optional() };
const operations = route("operations", operationsPosition);

/**
 * A quote that the person is changing, or one name of that quote. If the change applies to several names, `domain` is
 * "". `count`: the number of names. `from`: the list from which the quote was made.
 */
const order = {
	operationId: z.number(),
	domain,
	count: z.number(),
	kind: z.enum(["register", "renew"]).optional(),
	from: origin.optional(),
};
export type OrderQuestion = z.infer<z.ZodObject<typeof order>>;

const orderRules = {
	acceptsName: () => false,
	restart({ domain: name, kind }: { domain: string; kind?: OrderQuestion["kind"] }) {
		if (name === "") return routeRef(operations, {});
		return kind === "renew" ? routeRef(domainRoutes.domain, { domain: name }) : routeRef(searchRoutes.offer, { name });
	},
};

const aboutOperation = {
	subject: ({ operationId: id }: { operationId: number }) => ({ kind: "operation", id }) as const,
};

/** Orders and changes, before and after the confirmation. */
const orderRoutes = {
	registerYears: question("register_years", { ...order, rejectedInput }, { ...orderRules, accepts: looksLikeYears }),
	registerReference: question(
		"register_reference",
		{ ...order, field: z.enum(["label", "reference"]), rejectedInput },
		{
			...orderRules,
			accepts: (_text: string, _params: unknown, { is }: Intent) => ["base", "words", "refused"].includes(is),
			acceptsTokenLike: () => true,
		},
	),
	/**
	 * Asks for the edge profile of an order. `keys`: the profiles with a button. `rejectedInput`: the problem with the
	 * last answer, as the end of a locale key.
	 */
	registerProfile: question(
		"register_profile",
		{ ...order, keys: z.array(z.string()), rejectedInput },
		{
			...orderRules,
			accepts: (text: string, _params: unknown, { is }: Intent) =>
				!/\s/.test(text.trim()) && ["base", "words", "refused"].includes(is),
			acceptsTokenLike: () => true,
		},
	),
	/** Lists the names of a quote. The person can edit one name, or select the names that stay in the order. */
	orderNames: route(
		"order_names",
		{ ...listPosition, operationId: z.number(), from: origin.optional() },
		{ subject: ({ operationId: id }) => ({ kind: "operation", id }) },
	),
	/**
	 * Says that another operation has locked the domain.
	 * - `change`: true if that operation is a change and not an order.
	 * - `operationId`: the order of several names that could not be confirmed for this reason, if any.
	 * - `free`: how many names of that order can still be ordered.
	 * - `from`: the list from which the person came, to which *Back* leads.
	 */
	busy: route("busy", {
		domain,
		reference: z.string(),
		mine: z.boolean(),
		change: z.boolean().optional(),
		operationId: z.number().optional(),
		free: z.number().optional(),
		from: origin.optional(),
	}),
	noPrice: route("no_price", { domain }),

	/**
	 * Asks for the years of a renewal. If the renewal is for several names, `domain` is "", and `count` is the number of
	 * names. `from`: the list in which the person selected the names.
	 */
	renewYears: question(
		"renew_years",
		{
			domain,
			count: z.number().optional(),
			from: origin.optional(),
			rejectedInput,
		},
		{
			accepts: looksLikeYears,
			acceptsName: () => false,
			restart: (params) =>
				params.domain === ""
					? routeRef(domainRoutes.domains, { choose: "renew" })
					: routeRef(domainRoutes.domain, { domain: params.domain }),
		},
	),
	/** Says that a domain cannot be renewed for the number of years in `rejectedInput`. */
	rejectedYears: route("rejected_years", { domain, rejectedInput: z.string() }),

	/** Says that none of the names in a list can be ordered or changed. */
	nothingToOrder: route("nothing_to_order", {
		skipped: z.array(skippedName),
		more: z.number(),
		from: origin.optional(),
		/**
		 * True for a change to the domains, false for an order. For a change, the screen says "change" instead of "order".
		 */
		change: z.boolean().optional(),
		/**
		 * Set if the service did not return the data of some domains of a change. A button repeats this tap to plan the
		 * change for only these domains.
		 */
		rest: repeatedTap.optional(),
	}),
	/**
	 * The screen of an operation.
	 * - `noticeKey`: a notice that is shown only while the state of the operation is `noticeState`.
	 * - `sure`: the number of the quote whose next confirmation is final.
	 * - `doubts`: the reasons for a second confirmation, such as a total above the person's limit `limitCents`. Not set
	 *   if the quote needs only one confirmation.
	 * - `skipped`: names that the quote leaves out. `more`: how many more such names there are.
	 * - `from`: the list from which the person opened the operation.
	 * - `rest`: set if the service did not return the data of some domains of a change. A button repeats this tap to plan
	 *   the change for only these domains.
	 */
	operation: route(
		"operation",
		{
			operationId: z.number(),
			noticeKey,
			noticeState: z.string().optional(),
			sure: z.number().optional(),
			doubts: z.array(z.enum([...risks, "sum", "big_order"])).optional(),
			limitCents: z.number().optional(),
			skipped: z.array(skippedName).optional(),
			more: z.number().optional(),
			vars: z.record(z.string(), z.string()).optional(),
			page,
			from: origin.optional(),
			rest: repeatedTap.optional(),
		},
		aboutOperation,
	),
	/**
	 * Lists the domains whose change can be undone. `domains`: set if the person repeats an attempt to undo all changes.
	 * The attempt then covers only these domains.
	 */
	undoList: route(
		"undo_list",
		{ ...listPosition, operationId: z.number(), domains: domains.optional(), from: origin.optional() },
		aboutOperation,
	),
	timeline: route("timeline", { operationId: z.number(), from: origin.optional() }, aboutOperation),
	/** A message with a file that lists the outcome of each name. */
	orderFile: route("order_file", { operationId: z.number() }),
	operations,
	operationsFilter: route("operations_filter", operationsPosition),
	noOperation: route("no_operation", { reference: z.string() }),

	/** `month`: the only month or year to show, such as `2027-05` or `2027`. */
	spending: route("spending", { month: z.string().optional() }, isReply),
	/** Asks to confirm that money is added to the account, or says where to add it. `cents`: the sum, if known. */
	topUp: route("top_up", { cents: z.number().optional(), noticeKey }),
	/** `spendingFile` is a message with the spending as a file; `spendingPicture` is one with a chart. */
	spendingFile: route("spending_file", {}),
	spendingPicture: route("spending_picture", {}),

	spendingLimits: route("spending_limits", { noticeKey }),
	spendingLimit: route(
		"spending_limit",
		{ which: z.enum(["dayCapCents", "askAboveCents", "lowBalanceCents"]), rejectedInput, cents: z.number().optional() },
		{ onAbandon: () => ({}) },
	),
	lowBalance: route("low_balance", { userId: z.number(), sandbox: z.boolean(), balanceCents: z.number() }),
};

/** The list of a domain's records. `search`: the words that filter the list. */
const zone = route("zone", { domain, draftId, ...listPosition });

interface Asked {
	domain: string;
	type?: string | undefined;
	host?: string | undefined;
	value?: string | undefined;
	ttl?: number | undefined;
	editing?: z.infer<typeof record> | undefined;
}

/**
 * True if the text answers the question. The text must complete the record, or leave only its priority missing. If the
 * question asks for a host name, any single word is an answer too.
 */
function answersRecord(text: string, { domain, editing, ...parts }: Asked, { is }: Intent): boolean {
	const answer = { kind: "text", text } as const;
	if (!editing && parts.type !== undefined && parts.host === undefined && is === "base") return true;
	return isAccepted(editing ? answerChange(editing, answer, domain) : answerNew(parts, answer, domain));
}

const nameservers = route("nameservers", { domain, problem });

/**
 * `domain`: the domain to change, or "" if there are several. `domains`: the names of several domains. `draftId`: an
 * operation with unconfirmed changes. The records of the template are added to these changes.
 */
const templateTarget = { domain, domains: domains.optional(), draftId };

/**
 * A text of at least this length is refused, because it may be only the first part of a file. A Telegram client splits
 * a text above 4,096 characters, and may split it a little earlier.
 */
export const longestText = 4_000;

/** Identifies a restore point: one that a person saved, or the state before an operation. */
const restorePoint = z.union([z.object({ pointId: z.number() }), z.object({ operationId: z.number() })]);

/** Records, nameservers and edge profiles. */
const dnsRoutes = {
	zone,
	/** The tools for the zone of a domain that are used less often than its records. */
	/** `filtered`: the list of records shows only some of them. */
	zoneMore: route("zone_more", { domain, draftId, filtered: z.literal(true).optional() }),
	/** The types of the records in a zone, each with a button that filters the list. */
	zoneTypes: route("zone_types", { domain, draftId }),
	record: route("record", {
		domain,
		record,
		page: z.number(),
		search: z.string().optional(),
		blocked: z.boolean().optional(),
		draftId,
	}),
	/**
	 * Says why a change cannot be planned.
	 * - `why`: the end of the locale key `plan-<why>`.
	 * - `part`: the key of the edge profile that cannot be used.
	 * - `since`: when the block of the domain started, in ISO 8601.
	 * - `heard`: true if the person will get an alert when the block ends.
	 */
	unplanned: route("unplanned", {
		domain,
		why: z.string(),
		part: z.string().optional(),
		since: z.string().optional(),
		heard: z.boolean().optional(),
		draftId,
	}),
	refusedRecords: route("refused_records", {
		domain,
		refusals: z.array(z.object({ record, problem: z.string() })),
		more: z.number(),
		draftId,
	}),
	/** Asks for the domain of records that the person sent without one. `notYours`: an answer that is not their domain. */
	domainAsk: route("domain_ask", { records: sentRecords, notYours: domain.optional() }),
	recordAsk: question(
		"record_ask",
		{
			domain,
			type: z.string().optional(),
			host: z.string().optional(),
			value: z.string().optional(),
			ttl: z.number().optional(),
			problem,
			editing: record.optional(),
			draftId,
		},
		{
			accepts: answersRecord,
			acceptsName({ type, host, editing }) {
				const valueIsName = host !== undefined && type !== "A" && type !== "AAAA";
				return editing !== undefined || (type !== undefined && (host === undefined || valueIsName));
			},
			// Once the type is known, a text may be an answer although it reads like a request for what the service cannot
			// do. The value of a TXT record may be any text, and a hostname may be a word such as "transfer".
			acceptsUnsupported: ({ type, editing }) => isRecordType(editing?.type ?? type ?? ""),
			acceptsTokenLike: (_text, { type, editing }) => (editing?.type ?? type) === "TXT",
			restart: (params) => routeRef(zone, { domain: params.domain, page: 1, draftId: params.draftId }),
		},
	),

	nameservers,
	/**
	 * Asks for new nameservers. If the question is about several domains, `domain` is "", and `count` is the number of
	 * domains.
	 */
	nameserversAsk: question(
		"nameservers_ask",
		{ domain, problem, count: z.number().optional(), from: origin.optional() },
		{
			accepts(text) {
				const target = readTarget(text);
				return "presetKey" in target || readNameservers(target.nameservers).ok;
			},
			acceptsUnsupported: () => false,
			restart: (params) =>
				params.domain === ""
					? routeRef(domainRoutes.domains, { choose: "nameservers" })
					: routeRef(nameservers, { domain: params.domain }),
		},
	),

	edge: route("edge", { domain }, { acceptsTokenLike: () => true }),

	/**
	 * Lists the templates that can be applied. `sets`: show only the templates of mail providers or of website providers.
	 */
	dnsTemplates: route("dns_templates", { ...templateTarget, sets: z.enum(["mail", "site"]).optional(), noticeKey }),
	/** Shows the records of one template. `sure`: true if the screen asks whether to delete the template. */
	dnsTemplate: route("dns_template", {
		...templateTarget,
		template: z.string(),
		noticeKey,
		sure: z.boolean().optional(),
	}),
	/**
	 * Asks for the value of one variable of a template.
	 * - `values`: the answers so far by name. An empty answer means that the person skipped the variable.
	 * - `broken`: the record that would be invalid with the last answer. `index` is its position in the template.
	 */
	dnsTemplateValue: route(
		"dns_template_value",
		{
			...templateTarget,
			template: z.string(),
			variable: z.string(),
			values: z.record(z.string(), z.string()),
			noticeKey,
			broken: z.object({ index: z.number(), problem: z.string() }).optional(),
		},
		{ acceptsTokenLike: (_text, { variable }) => variable !== "account" },
	),
	/**
	 * Asks for a name under which the domain's records are saved as a template. The person can also send a whole template
	 * as text. `line`: the line of that text that is not a record. `problem`: what is wrong with the line, if known.
	 */
	dnsTemplateSave: route("dns_template_save", {
		domain,
		draftId,
		noticeKey,
		line: z.string().optional(),
		problem: z.string().optional(),
	}),

	/** The screen that exports records to a file, and says how to import them. */
	dnsFile: route("dns_file", { domain, draftId }),
	/** A message with the exported file. */
	dnsExport: route("dns_export", { domain, format: z.enum(zoneFormats) }),
	/**
	 * Shows a received file and the ways to import it.
	 * - `text`: the content, if the person sent it as a text message.
	 * - `at`: when they sent this message, as a Unix time in seconds. A message shortly after this time may be the next
	 *   part of the text.
	 * - `fileId`: Telegram's id of the file, if the person sent a file.
	 * - `fileDomain`: the domain in the name of the file, if it has one.
	 * - `anyway`: true if the records are imported although the file is for another domain.
	 */
	dnsImport: route("dns_import", {
		domain,
		text: z.string().max(longestText).optional(),
		fileId: z.string().optional(),
		fileDomain: domain.optional(),
		anyway: z.boolean().optional(),
		at: z.number().optional(),
		draftId,
	}),

	/**
	 * Shows what is wrong with a domain's zone. With `from`, *Back* leads to that screen. Without `from`, *Back* leads to
	 * the list of records.
	 */
	zoneCheck: route("zone_check", { domain, from: origin.optional() }),
	/** Shows the state of the mail records of several domains. */
	mailCheck: route("mail_check", { ...listPosition, domains }),

	restorePoints: route("restore_points", { domain, page, draftId, noticeKey }),
	/** `sure`: true if the screen asks whether to delete the point. */
	restorePoint: route("restore_point", { domain, key: restorePoint, draftId, noticeKey, sure: z.boolean().optional() }),

	/** The screens for changes to several domains at once. `domains`: the names in punycode. */
	manyDns: route("many_dns", { domains, noticeKey }),
	manyEdge: route("many_edge", { domains, noticeKey }, { acceptsTokenLike: () => true }),
};

/**
 * True for a text of several words. Such a text may define a nameserver preset or an edge profile. So it does not count
 * as a token, even if one of its words looks like one. A single word may be a token.
 */
const hasSeveralWords = (text: string) => /\S\s+\S/.test(text);

/**
 * Returns the rule for `/cancel` on a section of the profile. If the section asks for a second confirmation, the
 * command cancels the change. Otherwise, there is nothing to cancel.
 */
const abandonIfDoubt =
	(what: string) =>
	({ doubt }: { doubt?: string | undefined }) =>
		doubt === undefined ? null : { what };

/** The fields of a new mandate that the person types. */
export const mandateQuestion = z.enum(["name", "domains", "day", "order", "days"]);

/** The connected accounts, and their settings at the service. */
const accountRoutes = {
	account: route("account", {}),

	connect: route("connect", { noticeKey, pendingRoute }, { onAbandon: () => ({}) }),
	connectionCheck: route("connection_check", {
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
	disconnect: route(
		"disconnect",
		{ connectionId: z.number(), open: z.number().optional() },
		{ onAbandon: () => ({ what: "account-disconnect" }) },
	),
	/** Tells an earlier user of an account that another person has connected the same account. */
	accountShared: route("account_shared", { connectionId: z.number() }),
	/** Tells a person that their token no longer works, because someone has issued a new token for the account. */
	accessLost: route("access_lost", { connectionId: z.number() }),
	/**
	 * Tells a person that an earlier user of the account removed their access. `by`: the id of that user's connection.
	 */
	accessRemoved: route("access_removed", { accountId: z.number(), by: z.number().optional() }),
	connections: route("connections", {}),

	/** *Profile → API*, which leads to six sections. */
	profile: route("profile", changeResult),
	profileToken: route("profile_token", changeResult, { onAbandon: abandonIfDoubt("profile-token") }),
	profileWhitelist: route("profile_whitelist", changeResult, { onAbandon: abandonIfDoubt("profile-whitelist") }),
	profileWebhook: route("profile_webhook", changeResult, { onAbandon: abandonIfDoubt("profile-webhook") }),
	profileDefaults: route("profile_defaults", changeResult),
	profilePresets: route("profile_presets", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: abandonIfDoubt("profile-presets"),
	}),
	profileEdges: route("profile_edges", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: abandonIfDoubt("profile-edges"),
	}),
	/** Asks for the secret with which an external service signs its events. */
	profileSecret: route("profile_secret", { noticeKey }),
	/** Shows a secret once. The secret is never stored with the screen. */
	secret: route("secret", { of: z.enum(["token", "webhook", "program"]) }),

	deliveries: route("deliveries", { failedOnly: z.boolean(), ...listPosition }),

	/** The programs to which the person gave a mandate, and one of them with its log. */
	programs: route("programs", { noticeKey, page }),
	program: route("program", { mandateId: z.number(), noticeKey, page }),
	/** A new mandate while the person fills it in. `asks`: the field that the screen asks for. */
	programNew: route(
		"program_new",
		{
			name: z.string().max(40),
			allows: z.array(z.enum(permissions)),
			names: z.array(z.string().max(253)).max(20),
			tag: z.string().max(32).nullable(),
			dayCents: z.number(),
			orderCents: z.number(),
			days: z.number(),
			asks: mandateQuestion.optional(),
			rejectedInput,
		},
		{ onAbandon: () => ({ what: "programs-new" }), acceptsName: ({ asks }) => asks === "domains" },
	),
	/** What a program asks of the person now. */
	proposals: route(
		"proposals",
		{ mandateId: z.number(), noticeKey, vars: noticeVars },
		{ subject: ({ mandateId: id }: { mandateId: number }) => ({ kind: "proposals", id }) as const },
	),
};

/** What a person sets for themselves, and what the bot tells them by itself. */
const personRoutes = {
	settings: route("settings", { noticeKey }, isReply),
	language: route("language", {}, isReply),
	zones: route("zones", { noticeKey }),

	privacy: route("privacy", { noticeKey }),
	/** A message with the person's data as a file. */
	myData: route("my_data", {}),
	/** `sure`: true if the screen asks for the second confirmation of the deletion. */
	forget: route("forget", { sure: z.boolean() }, { onAbandon: () => ({ what: "privacy-delete" }) }),

	/** `mine`: how many of its events the person has recognized as their own. */
	alert: route(
		"alert",
		{ eventId: z.number(), mine: z.number().optional() },
		{ subject: ({ eventId: id }) => ({ kind: "event", id }) as const },
	),
	/** What the bot tells a person by itself: alerts, reminders, quiet hours and the digest. */
	notifications: route("notifications", {}, isReply),
	/**
	 * The switches for alerts. `domain`, `label` and `tag` are the argument of `/alerts`, or come from a button. The screen
	 * then shows their switches instead of those of all domains. `from`: the screen that *Back* leads to.
	 */
	alerts: route("alerts", {
		noticeKey,
		/**
		 * The topic of the notice: a type of alert, a domain, a label or a tag. It can be a tag that none of the person's
		 * domains has.
		 */
		topic: z.object({ topic: z.string(), value: z.string() }).optional(),
		domain: domain.optional(),
		label: z.string().optional(),
		tag: z.string().optional(),
		from: origin.optional(),
	}),
	/** Lists the person's tags. Each leads to its switches for alerts. */
	alertTags: route("alert_tags", { ...listPosition, from: origin.optional() }),
	/** Lists the domains, tags and labels whose alerts differ from those of all domains. */
	alertDifferences: route("alert_differences", listPosition),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),

	/** The digest of a period, from `since` to `until` in ISO 8601. */
	digest: route("digest", { since: z.string(), until: z.string() }),
	digestSettings: route("digest_settings", { noticeKey, rejectedInput }),

	quietHours: route("quiet_hours", { noticeKey, rejectedInput }),
	/**
	 * Lists the notifications that were held during quiet hours. `more`: the number of held notifications that are not in
	 * `subjects`. `store/outbox.ts` creates this screen.
	 */
	held: route("held", {
		subjects: z.array(
			z.object({
				kind: z.string(),
				id: z.number(),
				dedupKey: z.string(),
				facts: z.record(z.string(), z.unknown()).optional(),
			}),
		),
		more: z.number(),
		page,
	}),
};

/** Every screen of the bot, with its parameters and rules. Stored screens depend on the names and the parameters. */
export const routes = {
	...replyRoutes,
	...searchRoutes,
	...domainRoutes,
	...orderRoutes,
	...dnsRoutes,
	...accountRoutes,
	...personRoutes,
};

const routesByName: ReadonlyMap<string, Route<Params>> = new Map(
	Object.values(routes).map((each): [string, Route<Params>] => [each.name, each]),
);

export function routeOf(name: string): Route<Params> | undefined {
	return routesByName.get(name);
}

/**
 * Returns the screen on which a person started an action that failed. For a question, this is the screen where they can
 * start its conversation again.
 */
export function startOf(screen: Pick<Screen, "routeName" | "params"> | null): RouteRef | undefined {
	if (!screen || screen.routeName === routes.home.name) return undefined;
	const { routeName, params } = screen;
	const own = [routes.trouble, routes.nothingToOrder].find(({ name }) => name === routeName);
	if (own) return own.parse(params)?.from;
	const route = routeOf(routeName);
	return route?.asks ? route.restart(params) : { to: routeName, params };
}
