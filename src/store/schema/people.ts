import { sql } from "drizzle-orm";
import { boolean, date, index, integer, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";

/** How often a person gets a digest. */
export type DigestRhythm = "off" | "daily" | "weekly";

/** A person who uses the bot. `id` is Telegram's user id. */
export const people = bot.table("people", {
	id: idOf("id").primaryKey(),
	locale: text("locale").notNull(),
	/** The IANA name of the person's time zone, such as `Europe/Berlin`. */
	timeZone: text("time_zone").notNull().default("UTC"),
	/** The id of the person's first Telegram update. If Telegram delivers it again, the person still counts as new. */
	firstUpdateId: idOf("first_update_id"),
	/** The most that the person wants to spend in a day; null if there is no cap. */
	dayCapCents: cents("day_cap_cents"),
	/** An order above this amount needs a second confirmation; null for none. */
	askAboveCents: cents("ask_above_cents"),
	/** The person is warned when a balance falls below this amount; null for never. */
	lowBalanceCents: cents("low_balance_cents"),
	/** How many days before the expiry of a domain the person is reminded; empty for never. */
	expiryDays: integer("expiry_days").array().notNull().default([60, 30, 7, 1]),
	/**
	 * Quiet hours: minutes of the person's local day. Notifications that can wait are held from `quietFrom` to
	 * `quietUntil`; null if the person has none.
	 */
	quietFrom: integer("quiet_from"),
	quietUntil: integer("quiet_until"),
	digest: word<DigestRhythm>("digest").notNull().default("off"),
	/** The minute of the local day at which the digest is sent. */
	digestAt: integer("digest_at").notNull().default(540),
	/** The weekday of a weekly digest: 1 is Monday, 7 is Sunday. */
	digestDay: integer("digest_day").notNull().default(1),
	/** When the operator banned the person; null if they are not banned. */
	bannedAt: stamp("banned_at"),
	createdAt: stamp("created_at").notNull().default(clock),
	seenAt: stamp("seen_at").notNull().default(clock),
});

/** A service that people connect to. `url` is its base address, or a fixed name for the built-in service. */
export const services = bot.table("services", {
	url: text("url").primaryKey(),
	/**
	 * The record keys that the service accepts: `formal` is `hostname`/`value`, `sample` is `name`/`content`. Null until
	 * the bot has written records to an empty zone. A zone with records shows its own form.
	 */
	dnsForm: word<"formal" | "sample">("dns_form"),
});

/** An account at a service. `userId` is the service's number for it. Operations and events belong to accounts. */
export const accounts = bot.table(
	"accounts",
	{
		id: rowId(),
		serviceUrl: text("service_url").notNull(),
		userId: idOf("user_id").notNull(),
		/**
		 * The person who opened the account on the built-in service through this bot, or was given it by the operator. The
		 * bot uses the service's admin interface only for the owner.
		 */
		ownerId: idOf("owner_id").references(() => people.id),
		/**
		 * The last person who disconnected the account; null if that person was deleted. When a person is deleted, this
		 * column finds their accounts without orders, which are deleted too. It is not a foreign key, because checking one
		 * locks the person's row after the account's row. A deletion of the person locks them in the other order, so the
		 * two could deadlock.
		 */
		lastPersonId: idOf("last_person_id"),
		sandbox: boolean("sandbox").notNull().default(false),
		/** The random last part of the URL at which the bot receives this account's events. */
		receiverPath: text("receiver_path").notNull().unique(),
		/**
		 * The encrypted secret that signs the account's events, set through the service's admin interface.
		 * `webhookSecretOld` is the previous one during a rotation.
		 */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		/** The receiver URL that the bot set at the service; null if the account's owner sets it there. */
		webhookUrl: text("webhook_url"),
		/** The balance that the service last reported to any connected person; null before the first report. */
		balanceCents: balance("balance_cents"),
		/** When the last complete listing of the account's domains began; null before the first one. */
		listedAt: stamp("listed_at"),
		/**
		 * The service's cursor of the next page of an unfinished listing; null if none is in progress. That listing began
		 * at `listingBeganAt`.
		 */
		listingCursor: text("listing_cursor"),
		listingBeganAt: stamp("listing_began_at"),
		/**
		 * The number of successful admin calls for the account. It is part of idempotency keys: two taps at the same time
		 * send the same key, and a later call sends another one.
		 */
		adminSequence: integer("admin_sequence").notNull().default(0),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("accounts_service_user").on(table.serviceUrl, table.userId)],
);

export type ConnectionState = "live" | "needs_whitelist" | "needs_token" | "unproved";

/** A person's token for an account. Disconnecting deletes the row; the orders stay with the account. */
export const connections = bot.table(
	"connections",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** Null until the service has said which account the token belongs to. */
		accountId: idOf("account_id").references(() => accounts.id),
		/** The only address that this token is ever sent to. */
		serviceUrl: text("service_url").notNull(),
		/** The encrypted token. It is empty only inside the transaction that inserts the row. */
		token: text("token").notNull(),
		/** A keyed hash of the token. It finds the same token again without decrypting any. */
		tokenPrint: text("token_print").notNull(),
		tokenLast4: text("token_last4").notNull(),
		/**
		 * The encrypted secret that this person entered for the events of an outside service. `webhookSecretOld` is
		 * their previous one.
		 */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		state: word<ConnectionState>("state").notNull(),
		active: boolean("active").notNull().default(false),
		createdAt: stamp("created_at").notNull().default(clock),
		provedAt: stamp("proved_at"),
		/**
		 * The last day, in the person's time zone, on which the expiry dates of the account's domains were checked for
		 * this person.
		 */
		expiryCheckedOn: date("expiry_checked_on", { mode: "string" }),
		/**
		 * The person's Telegram name when they last sent the token or removed another person from the account. The
		 * account's other people see it.
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
