import { sql } from "drizzle-orm";
import { boolean, index, integer, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";

/** A person, identified by Telegram's id. */
export const people = bot.table("people", {
	id: idOf("id").primaryKey(),
	locale: text("locale").notNull(),
	/** An IANA name. */
	timeZone: text("time_zone").notNull().default("UTC"),
	/** The person's first update. It is still the first if Telegram repeats it. */
	firstUpdateId: idOf("first_update_id"),
	/** The person's own daily cap; null: none. */
	dayCapCents: cents("day_cap_cents"),
	/** A confirmation above this amount is asked twice; null: never. */
	askAboveCents: cents("ask_above_cents"),
	/** The person is notified when a balance falls below this; null: never. */
	lowBalanceCents: cents("low_balance_cents"),
	/** When the operator banned the person. */
	bannedAt: stamp("banned_at"),
	createdAt: stamp("created_at").notNull().default(clock),
	seenAt: stamp("seen_at").notNull().default(clock),
});

/** A service that people connect to. */
export const services = bot.table("services", {
	url: text("url").primaryKey(),
	/** The form of DNS records that it accepts; null until a zone without records was written. */
	dnsForm: word<"formal" | "sample">("dns_form"),
});

/** An account of a service, by the number that the service gives it. Operations and events belong to it. */
export const accounts = bot.table(
	"accounts",
	{
		id: rowId(),
		serviceUrl: text("service_url").notNull(),
		userId: idOf("user_id").notNull(),
		/** The person who opened it here on the built-in service, or was given it. The service's admin interface serves their requests. */
		ownerId: idOf("owner_id").references(() => people.id),
		/**
		 * The last person who disconnected it: deleting them deletes an account without orders. It is no foreign key,
		 * because checking one would lock their row, which a deletion locks first.
		 */
		lastPersonId: idOf("last_person_id"),
		sandbox: boolean("sandbox").notNull().default(false),
		/** The unguessable end of the account's receiver address. */
		receiverPath: text("receiver_path").notNull().unique(),
		/** Sealed, set through the service's admin interface; there are two during a rotation. */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		/** The receiver address that the bot set at the service; null if the owner sets it. */
		webhookUrl: text("webhook_url"),
		/** The balance of the last read, for any person; null before the first one. */
		balanceCents: balance("balance_cents"),
		/** When the last complete listing of its domains began; null before the first one. */
		listedAt: stamp("listed_at"),
		/** Where an unfinished listing continues, and when it began. */
		listingCursor: text("listing_cursor"),
		listingBeganAt: stamp("listing_began_at"),
		/** Counts the admin calls for the account. It is part of the next call's key, which a double tap repeats. */
		adminSequence: integer("admin_sequence").notNull().default(0),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("accounts_service_user").on(table.serviceUrl, table.userId)],
);

export type ConnectionState = "live" | "needs_whitelist" | "needs_token" | "unproved";

/** A token of one person. Disconnecting deletes the row; orders stay with the account. */
export const connections = bot.table(
	"connections",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** Null until the service has named the account. */
		accountId: idOf("account_id").references(() => accounts.id),
		/** The only address that this token is ever sent to. */
		serviceUrl: text("service_url").notNull(),
		/** Sealed; empty only inside the transaction that makes the row. */
		token: text("token").notNull(),
		/** A keyed digest, which finds the same token again without decrypting any. */
		tokenPrint: text("token_print").notNull(),
		tokenLast4: text("token_last4").notNull(),
		/** Sealed: the secret that this person gave for the events of an outside service, and their previous one. */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		state: word<ConnectionState>("state").notNull(),
		active: boolean("active").notNull().default(false),
		createdAt: stamp("created_at").notNull().default(clock),
		provedAt: stamp("proved_at"),
	},
	(table) => [
		uniqueIndex("connections_active").on(table.personId).where(sql`active`),
		unique("connections_person_account").on(table.personId, table.accountId),
		unique("connections_person_token").on(table.personId, table.serviceUrl, table.tokenPrint),
		index("connections_account").on(table.accountId),
	],
);
