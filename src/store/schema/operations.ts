import type { Method } from "@domains/contract/endpoints.ts";
import type { ZoneDiff } from "@domains/contract/records/types.ts";
import type { ServersCheck } from "@domains/dns/servers-check.ts";
import type { Doubt, LeftOut, Replaced } from "@domains/dns/zone-file/parsed-zone.ts";
import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { Finding, Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import type { StoredStep } from "../../rules/operation/step.ts";
import type { ChangedFact, OrderDefaults } from "../../rules/quote.ts";
import { accounts, balance, bot, cents, idOf, people, rowId, stamp, word } from "./people.ts";

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
	 * Fields of the record that the bot does not interpret. Only plans that an older version of the bot stored have them.
	 * Newer plans have `raw`.
	 */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A planned change of a domain's DNS records. `base` contains the records when the change was planned. `target`
 * contains the records after the change.
 */
export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/**
	 * The two JSON keys of each record in the call: `formal` means `hostname` and `value`, `sample` means `name` and
	 * `content`.
	 */
	form: "formal" | "sample";
	/**
	 * The service's error message, if the bot sent this change with the other JSON keys before and the service refused
	 * it.
	 */
	refused?: string;
	/** The records that the service stored, if they differ from `target`. */
	stored?: readonly PlannedRecord[];
	/**
	 * The records that others changed after the person saw them, and that this change overrides. `was`: the record that
	 * the person saw. `now`: the record as others left it; null if they deleted it.
	 */
	contested?: readonly { was: PlannedRecord; now: PlannedRecord | null }[];
	/**
	 * Set only if the plan restores an earlier state of the zone. The plan restores only the record fields that the bot
	 * interprets. This list has the names of the other fields whose values differ from the earlier state.
	 */
	unrestored?: readonly string[];
	/**
	 * Set if the plan replaces the whole zone or all records of certain types. Absent if the plan consists of single
	 * changes.
	 */
	replaces?: Replaced;
	/**
	 * The imported or typed records whose TTL the service would not accept. `before` has the given TTL. `after` has the
	 * TTL that the plan uses instead.
	 */
	fitted?: readonly { before: PlannedRecord; after: PlannedRecord }[];
	/** The records of an imported file that the plan leaves out, because they would break a rule of DNS. */
	leftOut?: readonly LeftOut<PlannedRecord>[];
	/** What the bot assumed about records that the person typed, which may not mean what they want. */
	assumed?: readonly { record: PlannedRecord; doubt: Doubt }[];
	/** The changes of the previous plan that this plan does not contain, because others have made them meanwhile. */
	dropped?: ZoneDiff<PlannedRecord>;
}

/**
 * The part of a domain that an operation changes. The operation locks this part until its outcome is known, so that no
 * other operation changes it. `zone`: the records, nameservers and edge profile.
 */
export type LockKind = "register" | "renew" | "zone";

/**
 * Why a request must be processed before its `wakeAt`. `connected`: the service accepts the account's token and the
 * bot's IP address again. `look`: a person tapped the button *Check again*.
 */
type WakeReason = "connected" | "look";

/** An HTTP call that changes data at the service. Its Idempotency-Key is stored separately (`requests.key`). */
export interface PreparedCall {
	endpoint: "register" | "registerBatch" | "renew" | "renewBatch" | "replaceDns" | "replaceNameservers" | "bindEdge";
	method: Method;
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
	/**
	 * True if the bot, not the service, computed the total for several years. The quote calls the total "expected",
	 * because an outside service may charge another amount.
	 */
	expected: boolean;
	previousCents?: number;
	/**
	 * Set if this quote replaces an earlier quote of the operation. True if the domain has changed since the earlier
	 * quote. The bot has then computed the planned change again.
	 */
	moved?: boolean | undefined;
	/** The facts of an order that changed after the person had confirmed it, so that they must confirm it again. */
	changed?: readonly ChangedFact[];
	defaults?: OrderDefaults;
	servers?: ServersCheck;
	/** How often the registrar takes orders. Set only for several items. */
	pace?: OrderPace;
}

/** One order in `seconds`, and at most `perDay` in 24 hours; null without such a limit. */
export interface OrderPace {
	seconds: number;
	perDay: number | null;
}

/**
 * A change of a domain that costs nothing. `base` is the domain's state when the change was planned. `target` is the
 * state after the change.
 */
export type PlannedChange = DnsPlan | NameserversPlan | EdgePlan;

export interface NameserversPlan {
	kind: "nameservers";
	base: readonly string[];
	/**
	 * What the bot sends: the nameservers themselves, or the key of a preset (a list of nameservers that the service
	 * stores).
	 */
	target: { nameservers: readonly string[] } | { presetKey: string };
	/** The key of the preset from which the nameservers were copied. */
	preset?: string;
	/** True if the domain uses an edge profile. The change detaches it, even if the nameservers stay the same. */
	leavesEdge?: boolean;
	/** The key of the edge profile that the change detaches, if the service reports it. An undo attaches it again. */
	edge?: string;
}

export interface EdgePlan extends EdgeBase {
	kind: "edge";
	target: string;
	/** The nameservers that the domain gets with the profile; absent if unknown. */
	served?: readonly string[];
}

/** The domain's state before an edge profile (a stored setup with its own nameservers) is attached. */
export interface EdgeBase {
	/** The key of the previous profile; null if there was none or the service does not report it. */
	base: string | null;
	/**
	 * True if the service does not report edge profiles. A null `base` then means that the previous profile is unknown.
	 */
	untold?: boolean;
	nameservers?: readonly string[];
	/** True if the nameservers are not the service's own. Attaching a profile replaces them. */
	external?: boolean;
}

/** The domain's state before the call. The bot compares later reads with it, to find out whether the call worked. */
export interface ItemBefore {
	/** True if the name was available before a registration. */
	available?: boolean | null;
	/**
	 * True if the name or its TLD had premium prices in the quote. Used only to mark the prices as premium in the quote
	 * and the receipt.
	 */
	premium?: boolean;
	/** The account's defaults for new domains when a registration was quoted. */
	defaults?: Pick<OrderDefaults, "edgeProfileKey" | "nameserverPresetKey">;
	/** The expiry date before a renewal, in ISO 8601; null if the service does not report it. */
	expiresAt?: string | null;
	/** How many renewals of the domain this bot had carried out in the account when the date was read. */
	renewals?: number;
	/** The domain's references before a renewal. The bot sends them again, so that the renewal does not change them. */
	clientRef?: string | null;
	externalRef?: string | null;
}

/** An operation: an order or a change that a person requested for an account. Only this person may confirm it. */
export const operations = bot.table(
	"operations",
	{
		id: rowId(),
		/** The public reference with its `#`, such as `#4K7Q`. People see it, and the service stores it with an order. */
		reference: text("reference").notNull().unique(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		kind: word<Kind>("kind").notNull(),
		/** The combined state of the requests. The bot computes it again when the phase of a request changes. */
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

/**
 * A request: one HTTP call to the service, and its state, which `src/rules/operation` computes. Once the call is built,
 * the row also has its exact text (`prepared`).
 */
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
		 * When to process the row next; null if no time is set. While a call is in progress, this is the row's lease: no
		 * other worker processes the row before then.
		 */
		wakeAt: stamp("wake_at"),
		/** When the person last confirmed the price. It counts against the person's spending cap of that day (UTC). */
		confirmedAt: stamp("confirmed_at"),
		firstSentAt: stamp("first_sent_at"),
		lastSentAt: stamp("last_sent_at"),
		attempts: integer("attempts").notNull().default(0),
		reads: integer("reads").notNull().default(0),
		lastReadAt: stamp("last_read_at"),
		mayHaveRun: boolean("doubt").notNull().default(false),
		closed: boolean("closed").notNull().default(false),
		/** Why the row must be processed before `wakeAt`; null if it can wait. Processing the row sets it to null. */
		wakeReason: word<WakeReason>("wake_reason"),
		/** The Idempotency-Key. It never changes once the service may have received a call with it. */
		key: text("key").notNull().unique(),
		/** The exact call; null until it is built. It never changes once the service may have received it. */
		prepared: jsonb("prepared").$type<PreparedCall>(),
		/** A hash of the token with which the call was built. The bot never sends the call with another token. */
		tokenPrint: text("token_print"),
		/** The state changes of the request so far, oldest first. Empty if the request is older than this column. */
		steps: jsonb("steps").$type<StoredStep[]>().notNull().default([]),
	},
	(table) => [
		index("requests_operation").on(table.operationId),
		index("requests_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("requests_woken").on(table.id).where(sql`wake_reason is not null`),
		index("requests_held").on(table.operationId).where(sql`hold = 'access'`),
	],
);

/** An item: one domain of an operation. Each item has its own outcome. */
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
		/** True from confirmation to outcome. Meanwhile, no other item can lock the same part (`lock`) of the domain. */
		locked: boolean("locked").notNull().default(false),
		phase: word<Item["phase"]>("phase").notNull().default("open"),
		absences: integer("absences").notNull().default(0),
		/** When the bot last read the domain from the service for this item. `found` is what the read found. */
		lookedAt: stamp("looked_at"),
		found: word<Finding["found"]>("found"),
		code: text("code"),
		message: text("message"),
		years: integer("years"),
		priceCents: cents("price_cents"),
		renewCents: cents("renew_cents"),
		clientRef: text("client_ref"),
		/**
		 * The `external_ref` that the person gave. If it is null, a renewal sends the domain's current `external_ref`. If
		 * there is none either, the bot sends the operation's reference.
		 */
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
