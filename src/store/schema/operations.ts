import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import type { Finding, Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** Two open items of one lock on one domain would overwrite each other. */
export type LockKind = "register" | "renew" | "zone";

/** The account answers again, or somebody tapped *Look again*. */
export type WakeReason = "connected" | "look";

/** A mutation as it goes over the wire, without its key. */
export interface PreparedCall {
	endpoint: "register" | "registerBatch" | "renew" | "renewBatch" | "replaceDns" | "replaceNameservers" | "bindEdge";
	method: "GET" | "PATCH" | "POST" | "PUT";
	path: string;
	/** The exact text. */
	body: string;
	hash: string;
	/** In the order of the body. */
	domains: readonly string[];
}

/** The sums as they were shown under the quote's number. */
export interface FrozenQuote {
	totalCents: number;
	/** Null where the service did not say. */
	balanceCents: number | null;
	/** A foreign service may reckon otherwise. */
	expected: boolean;
	previousCents?: number;
	/** Of a plan that was compared anew: whether what it was made for had changed, so that it is another one now. */
	moved?: boolean | undefined;
	defaults?: OrderDefaults;
}

/** The account's own set-up of a new domain, as it was when it was quoted; a key is null where it has none. */
export interface OrderDefaults {
	edgeProfileKey: string | null;
	nameserverPresetKey: string | null;
	/** Why the service is going to refuse the profile, where that is known: it is switched off, or not meant for a zone. */
	edgeProblem?: "off" | "zone";
}

/** A record as it stands in a plan. */
export interface PlannedRecord {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	/** The record as the service sent it; none on a new one. */
	raw?: Readonly<Record<string, unknown>> | undefined;
	/** On plans that were stored before `raw` was kept: the fields that are not read. */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

/** What a change that costs nothing does: the state that it was made for, and the one that it leads to. */
export type PlannedChange = DnsPlan | NameserversPlan | EdgePlan;

export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/** How the service spells new records. */
	form: "formal" | "sample";
	/** The words with which it refused the other form. */
	refused?: string;
}

export interface NameserversPlan {
	kind: "nameservers";
	base: readonly string[];
	/** What is sent. */
	target: { nameservers: readonly string[] } | { presetKey: string };
	/** The preset that the servers were taken from. */
	preset?: string;
	/** An edge profile answered for the domain when this was planned: it may keep its servers and still change. */
	leavesEdge?: boolean;
}

export interface EdgePlan extends EdgeBase {
	kind: "edge";
	target: string;
	/** The nameservers that come with a profile; only where they are known. */
	served?: readonly string[];
}

/** What stands there when a profile is bound. */
export interface EdgeBase {
	/** The profile. */
	base: string | null;
	/** The service does not say which it is, so that null does not mean that there was none. */
	untold?: boolean;
	nameservers?: readonly string[];
	/** The nameservers are not the service's: binding a profile replaces them. */
	external?: boolean;
}

/** What was read of an item before its call: later reads are compared with it. */
export interface ItemBefore {
	/** Register: whether the name was free. */
	available?: boolean | null;
	/** Renew: ISO 8601; null where the service does not tell. */
	expiresAt?: string | null;
	/** Renew: the references on the record, which are sent back. */
	clientRef?: string | null;
	externalRef?: string | null;
}

/** What a person confirmed: bound to the account, with the person who may confirm it. */
export const operations = bot.table(
	"operations",
	{
		id: rowId(),
		/** With its mark, as it travels: `#4K7Q`. */
		reference: text("reference").notNull().unique(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		kind: word<Kind>("kind").notNull(),
		/** Drawn from its requests' phases whenever one of them moves. */
		state: word<Phase>("state").notNull().default("quoted"),
		quoteNumber: integer("quote_number").notNull().default(1),
		quote: jsonb("quote").$type<FrozenQuote>().notNull(),
		quoteExpiresAt: stamp("quote_expires_at").notNull(),
		balanceBeforeCents: balance("balance_before_cents"),
		balanceAfterCents: balance("balance_after_cents"),
		/** How often something was told of it. */
		news: integer("news").notNull().default(0),
		createdAt: stamp("created_at").notNull().default(clock),
		confirmedAt: stamp("confirmed_at"),
		settledAt: stamp("settled_at"),
	},
	(table) => [
		index("operations_account").on(table.accountId, table.id),
		index("operations_open").on(table.kind, table.state).where(sql`settled_at is null`),
		index("operations_quoted").on(table.personId, table.accountId).where(sql`state = 'quoted'`),
	],
);

/** One HTTP call: the state that `rules/operation` moves, and the exact bytes once they are made. */
export const requests = bot.table(
	"requests",
	{
		id: rowId(),
		operationId: idOf("operation_id")
			.notNull()
			.references(() => operations.id),
		phase: word<Phase>("phase").notNull().default("quoted"),
		hold: word<Hold>("hold").notNull().default("none"),
		/** When to look next; while a call is under way it is the lease, so that one worker at a time looks. */
		wakeAt: stamp("wake_at"),
		/** When its price was agreed to last; it counts against the cap of that day. */
		confirmedAt: stamp("confirmed_at"),
		firstSentAt: stamp("first_sent_at"),
		lastSentAt: stamp("last_sent_at"),
		attempts: integer("attempts").notNull().default(0),
		reads: integer("reads").notNull().default(0),
		lastReadAt: stamp("last_read_at"),
		doubt: boolean("doubt").notNull().default(false),
		closed: boolean("closed").notNull().default(false),
		/** Why a verb wakes it, written in the verb's own transaction; the next look at the row takes it. */
		wakeReason: word<WakeReason>("wake_reason"),
		/** The Idempotency-Key; a new one only while nothing may have run under the old. */
		key: text("key").notNull().unique(),
		/** The exact call, once it is made: the same at every attempt that may have run. */
		prepared: jsonb("prepared").$type<PreparedCall>(),
		/** The fingerprint of the token that it was made with: nothing goes out again under another one. */
		tokenPrint: text("token_print"),
	},
	(table) => [
		index("requests_operation").on(table.operationId),
		index("requests_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("requests_woken").on(table.id).where(sql`wake_reason is not null`),
		index("requests_held").on(table.operationId).where(sql`hold = 'access'`),
	],
);

/** One domain of an operation, with an outcome of its own. */
export const items = bot.table(
	"items",
	{
		id: rowId(),
		operationId: idOf("operation_id")
			.notNull()
			.references(() => operations.id),
		requestId: idOf("request_id")
			.notNull()
			.references(() => requests.id),
		ordinal: integer("ordinal").notNull(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		lock: word<LockKind>("lock").notNull(),
		/** Confirmed and not settled. */
		locked: boolean("locked").notNull().default(false),
		phase: word<Item["phase"]>("phase").notNull().default("open"),
		absences: integer("absences").notNull().default(0),
		/** The last look at it, and what it found. */
		lookedAt: stamp("looked_at"),
		found: word<Finding["found"]>("found"),
		code: text("code"),
		message: text("message"),
		years: integer("years"),
		priceCents: cents("price_cents"),
		renewCents: cents("renew_cents"),
		clientRef: text("client_ref"),
		/** What the person gave; without it the operation's reference travels. */
		externalRef: text("external_ref"),
		edgeProfileKey: text("edge_profile_key"),
		before: jsonb("before").$type<ItemBefore>(),
		change: jsonb("change").$type<PlannedChange>(),
		expiresAt: stamp("expires_at"),
		chargedCents: cents("charged_cents"),
	},
	(table) => [
		unique("items_operation_ordinal").on(table.operationId, table.ordinal),
		uniqueIndex("items_lock").on(table.accountId, table.domain, table.lock).where(sql`locked`),
		index("items_request").on(table.requestId),
		index("items_domain").on(table.accountId, table.domain),
	],
);
