import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import type { Finding, Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** Two open items of one lock on one domain would overwrite each other. */
export type LockKind = "register" | "renew" | "zone";

/** `connected`: the account answers again. `look`: a person tapped *Check again*. */
export type WakeReason = "connected" | "look";

/** A mutation as it is sent, without its key. */
export interface PreparedCall {
	endpoint: "register" | "registerBatch" | "renew" | "renewBatch" | "replaceDns" | "replaceNameservers" | "bindEdge";
	method: "GET" | "PATCH" | "POST" | "PUT";
	path: string;
	/** The exact text that is sent. */
	body: string;
	hash: string;
	/** Ordered as in the body. */
	domains: readonly string[];
}

/** The amounts that were shown with the quote's number. */
export interface FrozenQuote {
	totalCents: number;
	/** Null if the service did not report it. */
	balanceCents: number | null;
	/** True if the total is an estimate: an outside service may charge another amount. */
	expected: boolean;
	previousCents?: number;
	/** Set on a plan that was compared again: true if its base had changed, so that it is another plan now. */
	moved?: boolean | undefined;
	defaults?: OrderDefaults;
}

/** The account's defaults for a new domain, at the time of the quote; a key is null if the account has none. */
export interface OrderDefaults {
	edgeProfileKey: string | null;
	nameserverPresetKey: string | null;
	/** Why the service will refuse the profile, if known: it is switched off, or it is not meant for a zone. */
	edgeProblem?: "off" | "zone";
}

/** A DNS record in a plan. */
export interface PlannedRecord {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	/** The record as the service sent it; absent on a new one. */
	raw?: Readonly<Record<string, unknown>> | undefined;
	/** The fields that the bot does not read, on plans that were stored before `raw` was kept. */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A change that costs nothing: the state that it was planned for, and the state that it leads to. */
export type PlannedChange = DnsPlan | NameserversPlan | EdgePlan;

export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/** How the service spells new records. */
	form: "formal" | "sample";
	/** The service's message when it refused the other form. */
	refused?: string;
}

export interface NameserversPlan {
	kind: "nameservers";
	base: readonly string[];
	/** The value that is sent. */
	target: { nameservers: readonly string[] } | { presetKey: string };
	/** The preset that the servers were taken from. */
	preset?: string;
	/** An edge profile served the domain when this was planned: the domain may keep its servers and still change. */
	leavesEdge?: boolean;
}

export interface EdgePlan extends EdgeBase {
	kind: "edge";
	target: string;
	/** The nameservers that come with the profile, if they are known. */
	served?: readonly string[];
}

/** The domain's state before a profile is bound. */
export interface EdgeBase {
	/** The key of the profile. */
	base: string | null;
	/** The service does not report the profile, so a null `base` does not mean that there was none. */
	untold?: boolean;
	nameservers?: readonly string[];
	/** The nameservers are not the service's: binding a profile replaces them. */
	external?: boolean;
}

/** The state of an item before its call: later reads are compared with it. */
export interface ItemBefore {
	/** Register: true if the name was available. */
	available?: boolean | null;
	/** Renew: ISO 8601; null if the service does not report it. */
	expiresAt?: string | null;
	/** Renew: the references on the record, which are sent back. */
	clientRef?: string | null;
	externalRef?: string | null;
}

/** An operation that a person requested: it belongs to the account, and only this person may confirm it. */
export const operations = bot.table(
	"operations",
	{
		id: rowId(),
		/** The reference with its mark, as it is sent: `#4K7Q`. */
		reference: text("reference").notNull().unique(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		kind: word<Kind>("kind").notNull(),
		/** Derived from the phases of its requests whenever one of them changes. */
		state: word<Phase>("state").notNull().default("quoted"),
		quoteNumber: integer("quote_number").notNull().default(1),
		quote: jsonb("quote").$type<FrozenQuote>().notNull(),
		quoteExpiresAt: stamp("quote_expires_at").notNull(),
		balanceBeforeCents: balance("balance_before_cents"),
		balanceAfterCents: balance("balance_after_cents"),
		notificationCount: integer("notification_count").notNull().default(0),
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

/** One HTTP call: its state in `rules/operation`, and its exact bytes once they are built. */
export const requests = bot.table(
	"requests",
	{
		id: rowId(),
		operationId: idOf("operation_id")
			.notNull()
			.references(() => operations.id),
		phase: word<Phase>("phase").notNull().default("quoted"),
		hold: word<Hold>("hold").notNull().default("none"),
		/** When to look next. While a call is in progress it is the lease, so that one worker at a time looks. */
		wakeAt: stamp("wake_at"),
		/** When its price was last confirmed: it counts against the cap of that day. */
		confirmedAt: stamp("confirmed_at"),
		firstSentAt: stamp("first_sent_at"),
		lastSentAt: stamp("last_sent_at"),
		attempts: integer("attempts").notNull().default(0),
		reads: integer("reads").notNull().default(0),
		lastReadAt: stamp("last_read_at"),
		doubt: boolean("doubt").notNull().default(false),
		closed: boolean("closed").notNull().default(false),
		/** Why an action wakes it, written in the action's own transaction. The next look at the row clears it. */
		wakeReason: word<WakeReason>("wake_reason"),
		/** The Idempotency-Key. It changes only while no call with the old one can have run. */
		key: text("key").notNull().unique(),
		/** The exact call, once it is built: the same at every attempt that may have run. */
		prepared: jsonb("prepared").$type<PreparedCall>(),
		/** The fingerprint of the token that the call was built with: it is never sent again with another token. */
		tokenPrint: text("token_print"),
	},
	(table) => [
		index("requests_operation").on(table.operationId),
		index("requests_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("requests_woken").on(table.id).where(sql`wake_reason is not null`),
		index("requests_held").on(table.operationId).where(sql`hold = 'access'`),
	],
);

/** One domain of an operation, with its own outcome. */
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
		/** The time of the last read; `found` is its result. */
		lookedAt: stamp("looked_at"),
		found: word<Finding["found"]>("found"),
		code: text("code"),
		message: text("message"),
		years: integer("years"),
		priceCents: cents("price_cents"),
		renewCents: cents("renew_cents"),
		clientRef: text("client_ref"),
		/** The reference that the person gave; without one, the operation's reference is sent. */
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
