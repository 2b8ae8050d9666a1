import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import type { Finding, Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import type { StoredStep } from "../../rules/operation/stored-steps.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** The part of a domain that an open item locks. Two open items that change the same part would conflict. */
export type LockKind = "register" | "renew" | "zone";

/**
 * Why a request is processed before its `wakeAt`. `connected`: the service accepts the account's requests again.
 * `look`: a person tapped *Check again*.
 */
export type WakeReason = "connected" | "look";

/** A mutation as it is sent to the service, without its Idempotency-Key. */
export interface PreparedCall {
	endpoint: "register" | "registerBatch" | "renew" | "renewBatch" | "replaceDns" | "replaceNameservers" | "bindEdge";
	method: "GET" | "PATCH" | "POST" | "PUT";
	path: string;
	/** The exact text of the HTTP body. */
	body: string;
	hash: string;
	/** The domains in the order in which the body lists them. */
	domains: readonly string[];
}

/** The amounts that the person saw with this quote. */
export interface FrozenQuote {
	totalCents: number;
	/** The account's balance; null if the service did not report it. */
	balanceCents: number | null;
	/** True if the total is an estimate: an outside service may charge another amount. */
	expected: boolean;
	previousCents?: number;
	/** Set when the quote was repeated: true if the domain had changed, so that the quote has a new plan. */
	moved?: boolean | undefined;
	defaults?: OrderDefaults;
}

/** The account's defaults for a new domain at the time of the quote. A key is null if there is no default. */
export interface OrderDefaults {
	edgeProfileKey: string | null;
	nameserverPresetKey: string | null;
	/** Why the service will refuse the profile, if known. `off`: it is disabled. `zone`: it does not fit the TLD. */
	edgeProblem?: "off" | "zone";
}

/** A DNS record before or after a planned change. */
export interface PlannedRecord {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	/** The record as the service returned it; absent on a new record. */
	raw?: Readonly<Record<string, unknown>> | undefined;
	/**
	 * Fields of the service that the bot does not interpret. Only plans from older versions, which did not store `raw`,
	 * have them.
	 */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A change without a price. `base` is the domain's state at planning time, `target` the planned state. */
export type PlannedChange = DnsPlan | NameserversPlan | EdgePlan;

export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/** The record keys to send: `formal` is `hostname`/`value`, `sample` is `name`/`content`. */
	form: "formal" | "sample";
	/** The service's error message when it refused the other `form`; absent if it did not. */
	refused?: string;
}

export interface NameserversPlan {
	kind: "nameservers";
	base: readonly string[];
	/** What is sent: the nameservers themselves, or the key of a preset at the service. */
	target: { nameservers: readonly string[] } | { presetKey: string };
	/** The key of the preset from which the nameservers were copied. */
	preset?: string;
	/**
	 * True if the domain used an edge profile. The change detaches the profile, even if the nameservers stay the same.
	 */
	leavesEdge?: boolean;
}

export interface EdgePlan extends EdgeBase {
	kind: "edge";
	target: string;
	/** The nameservers that the domain gets with the profile; absent if unknown. */
	served?: readonly string[];
}

/** The domain's state before an edge profile is attached. */
export interface EdgeBase {
	/** The key of the previous profile; null if there was none or the service does not report it. */
	base: string | null;
	/** True if the service does not report the profile, so that a null `base` proves nothing. */
	untold?: boolean;
	nameservers?: readonly string[];
	/** True if the nameservers are not the service's own. Attaching a profile replaces them. */
	external?: boolean;
}

/** The domain's state before the call. Later reads are compared with it. */
export interface ItemBefore {
	/** True if the name was available before a registration. */
	available?: boolean | null;
	/** True if the name or its TLD has premium prices. Only the quote reads it, to warn. */
	premium?: boolean;
	/** The expiry date before a renewal, in ISO 8601; null if the service does not report it. */
	expiresAt?: string | null;
	/** The references of the domain before a renewal. The renewal sends them again, so that they stay. */
	clientRef?: string | null;
	externalRef?: string | null;
}

/** An operation that a person requested for an account. Only this person may confirm it. */
export const operations = bot.table(
	"operations",
	{
		id: rowId(),
		/** The reference that people see and the service stores, including the `#`, such as `#4K7Q`. */
		reference: text("reference").notNull().unique(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		kind: word<Kind>("kind").notNull(),
		/** The state of all requests together, computed again whenever the phase of one changes. */
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

/** One HTTP call: its state, which `rules/operation` computes, and its exact bytes once they are built. */
export const requests = bot.table(
	"requests",
	{
		id: rowId(),
		operationId: idOf("operation_id")
			.notNull()
			.references(() => operations.id),
		phase: word<Phase>("phase").notNull().default("quoted"),
		hold: word<Hold>("hold").notNull().default("none"),
		/**
		 * When to process the row next; null if no time is set. While a call is in progress this is its lease: no other
		 * worker processes the row before then.
		 */
		wakeAt: stamp("wake_at"),
		/** When its price was last confirmed. The price counts against the person's cap of that day (UTC). */
		confirmedAt: stamp("confirmed_at"),
		firstSentAt: stamp("first_sent_at"),
		lastSentAt: stamp("last_sent_at"),
		attempts: integer("attempts").notNull().default(0),
		reads: integer("reads").notNull().default(0),
		lastReadAt: stamp("last_read_at"),
		doubt: boolean("doubt").notNull().default(false),
		closed: boolean("closed").notNull().default(false),
		/** Why an action needs this row processed before `wakeAt`; null if none does. The next processing clears it. */
		wakeReason: word<WakeReason>("wake_reason"),
		/** The Idempotency-Key. It never changes once a call with it may have run. */
		key: text("key").notNull().unique(),
		/** The exact call; null until it is built. It never changes once it may have run. */
		prepared: jsonb("prepared").$type<PreparedCall>(),
		/** The fingerprint of the token with which the call was built. The call is never sent with another token. */
		tokenPrint: text("token_print"),
		/** The steps of the request so far, oldest first. Empty on requests that are older than this column. */
		steps: jsonb("steps").$type<StoredStep[]>().notNull().default([]),
	},
	(table) => [
		index("requests_operation").on(table.operationId),
		index("requests_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("requests_woken").on(table.id).where(sql`wake_reason is not null`),
		index("requests_held").on(table.operationId).where(sql`hold = 'access'`),
	],
);

/** One domain of an operation. Each domain has its own outcome. */
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
		/** True from the confirmation until the item is settled. Meanwhile no other item can lock the domain. */
		locked: boolean("locked").notNull().default(false),
		phase: word<Item["phase"]>("phase").notNull().default("open"),
		absences: integer("absences").notNull().default(0),
		/** When the item was last read at the service. `found` is the result of that read. */
		lookedAt: stamp("looked_at"),
		found: word<Finding["found"]>("found"),
		code: text("code"),
		message: text("message"),
		years: integer("years"),
		priceCents: cents("price_cents"),
		renewCents: cents("renew_cents"),
		clientRef: text("client_ref"),
		/** The person's value for `external_ref`. If null, the operation's reference is sent. */
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
