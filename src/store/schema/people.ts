import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import {
	bigint,
	boolean,
	date,
	index,
	integer,
	pgSchema,
	text,
	timestamp,
	unique,
	uniqueIndex,
} from "drizzle-orm/pg-core";
import type { DigestRhythm } from "../../rules/choices.ts";

/** All tables of the bot are in this schema. The tables of the built-in service are in the schema `service`. */
export const bot = pgSchema("bot");

export const rowId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** The id of another row, or an id given by Telegram or the service. */
export const idOf = (name: string) => bigint(name, { mode: "number" });

export const stamp = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** An amount in whole cents of USD. */
export const cents = (name: string) => integer(name);

/** The largest amount that a column of `cents` holds. */
export const mostCents = 2_147_483_647;

/** An account's balance in whole cents of USD. An outside service may report more than a 32-bit integer can hold. */
export const balance = (name: string) => bigint(name, { mode: "number" });

/** A text column that holds one of the values in the union type `W`. */
export const word = <W extends string>(name: string) => text(name).$type<W>();

/** A person who uses the bot. `id` is the person's Telegram user id. */
export const people = bot.table("people", {
	id: idOf("id").primaryKey(),
	locale: text("locale").notNull(),
	/** The IANA name of the person's time zone, such as `Europe/Berlin`. */
	timeZone: text("time_zone").notNull().default("UTC"),
	/**
	 * The id of the person's first Telegram update. If Telegram delivers that update again, the bot still treats the
	 * person as new.
	 */
	firstUpdateId: idOf("first_update_id"),
	/** The person's spending cap for a day (UTC); null if there is no cap. */
	dayCapCents: cents("day_cap_cents"),
	/** An order above this amount needs a second confirmation; null if there is no such limit. */
	askAboveCents: cents("ask_above_cents"),
	/** The person is warned when a balance falls below this amount; null if they want no warning. */
	lowBalanceCents: cents("low_balance_cents"),
	/**
	 * How many days before the expiry of a domain the person gets reminders, such as 30 and 7; empty if they want none.
	 */
	expiryDays: integer("expiry_days").array().notNull().default([60, 30, 7, 1]),
	/**
	 * The start and the end of the person's quiet hours, in minutes after local midnight; both null if there are none.
	 * Between them, the bot delays notifications that can wait.
	 */
	quietFrom: integer("quiet_from"),
	quietUntil: integer("quiet_until"),
	digest: word<DigestRhythm>("digest").notNull().default("off"),
	/** The local time at which the digest is sent, in minutes after midnight. */
	digestAt: integer("digest_at").notNull().default(540),
	/** The weekday of a weekly digest: 1 is Monday, 7 is Sunday. */
	digestDay: integer("digest_day").notNull().default(1),
	/** When the operator banned the person; null if they are not banned. */
	bannedAt: stamp("banned_at"),
	createdAt: stamp("created_at").notNull().default(clock),
});

/**
 * A domain registrar's service (an HTTP API), to which people connect. `url` is its base address, or a fixed name for
 * the built-in service.
 */
export const services = bot.table("services", {
	url: text("url").primaryKey(),
	/**
	 * The names of two JSON fields in the DNS records that the service accepts. `formal` means `hostname` and `value`.
	 * `sample` means `name` and `content`. Null until the bot has written records to an empty zone. If a zone already has
	 * records, the bot uses the field names of those records instead.
	 */
	dnsForm: word<"formal" | "sample">("dns_form"),
	/** The service's own word for the mode `edge`, learned after a binding. Null if it has none, or before that. */
	edgeMode: text("edge_mode"),
});

/**
 * An account at a domain registrar's service. `userId` is the account's id there. Operations, such as orders, and the
 * service's events belong to accounts, not to people.
 */
export const accounts = bot.table(
	"accounts",
	{
		id: rowId(),
		serviceUrl: text("service_url").notNull(),
		userId: idOf("user_id").notNull(),
		/**
		 * The account's owner: the person who opened it on the built-in service through this bot, or to whom the operator
		 * assigned it. For all other people, the bot does not use the service's admin interface.
		 */
		ownerId: idOf("owner_id").references(() => people.id),
		/**
		 * The last person who disconnected the account; null if that person was deleted. When a person is deleted, the bot
		 * also deletes their accounts without orders. It finds these accounts by this column.
		 *
		 * The column is not a foreign key, because the check of a foreign key would lock the person's row after the
		 * account's row. The deletion of a person locks these rows in the opposite order, so a disconnect and a deletion
		 * could deadlock.
		 */
		lastPersonId: idOf("last_person_id"),
		sandbox: boolean("sandbox").notNull().default(false),
		/** The random last part of the URL at which the bot receives this account's events. */
		receiverPath: text("receiver_path").notNull().unique(),
		/**
		 * The encrypted secret with which the service signs the account's events. The bot sets it through the service's
		 * admin interface; null if the bot has set none. `webhookSecretOld` is the previous secret while the secret is
		 * being replaced.
		 */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		/**
		 * The webhook URL that the bot set for the account at the service; null if the bot set none. If it is null, the
		 * account's owner may have set a URL at the service, which the bot does not replace.
		 */
		webhookUrl: text("webhook_url"),
		/** The account's balance, as the service last reported it to any connected person; null before the first report. */
		balanceCents: balance("balance_cents"),
		/** When the last complete listing (a read of all the account's domains) began; null before the first one. */
		listedAt: stamp("listed_at"),
		/**
		 * The service's cursor for the next page of an unfinished listing; null if no listing is in progress.
		 * `listingBeganAt` is the start of the unfinished listing.
		 */
		listingCursor: text("listing_cursor"),
		listingBeganAt: stamp("listing_began_at"),
		/**
		 * The number of successful calls of the service's admin interface for the account. The idempotency key of the next
		 * call contains this number. Two simultaneous taps on a button therefore send the same key, and the service makes
		 * the change once.
		 */
		adminSequence: integer("admin_sequence").notNull().default(0),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("accounts_service_user").on(table.serviceUrl, table.userId)],
);

export type ConnectionState = "live" | "needs_whitelist" | "needs_token" | "unproved";

/**
 * A connection is a person's API token for an account at a domain registrar's service. If the person disconnects, the
 * row is deleted, but the person's orders stay with the account.
 */
export const connections = bot.table(
	"connections",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** Null until the registrar's service has reported to which account the token belongs. */
		accountId: idOf("account_id").references(() => accounts.id),
		/** The address of the registrar's service. The bot sends the token to no other address. */
		serviceUrl: text("service_url").notNull(),
		/**
		 * The encrypted token. It is empty only inside the transaction that inserts the row, because encrypting the token
		 * requires the row's id.
		 */
		token: text("token").notNull(),
		/**
		 * A keyed hash of the token. To find out whether it already stores a token, the bot compares hashes. So it need not
		 * decrypt the stored tokens.
		 */
		tokenPrint: text("token_print").notNull(),
		tokenLast4: text("token_last4").notNull(),
		/**
		 * The encrypted secret with which an external service signs the account's events. This person entered it in the
		 * chat. `webhookSecretOld` is the secret that the person entered before.
		 */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		state: word<ConnectionState>("state").notNull(),
		active: boolean("active").notNull().default(false),
		createdAt: stamp("created_at").notNull().default(clock),
		provedAt: stamp("proved_at"),
		/**
		 * The last day, in the person's time zone, on which the expiry dates of the account's domains were checked for this
		 * person. They are checked at most once a day.
		 */
		expiryCheckedOn: date("expiry_checked_on", { mode: "string" }),
		/**
		 * The Telegram name that the other people of the account see for this person. It is the name that the person had
		 * when they last sent the token, or last removed another person from the account.
		 */
		personName: text("person_name"),
	},
	(table) => [
		uniqueIndex("connections_active").on(table.personId).where(sql`active`),
		unique("connections_person_account").on(table.personId, table.accountId),
		unique("connections_person_token").on(table.personId, table.serviceUrl, table.tokenPrint),
		index("connections_account").on(table.accountId),
	],
);
