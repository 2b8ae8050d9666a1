import { sql } from "drizzle-orm";
import { boolean, index, integer, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { balance, bot, cents, idOf, rowId, stamp, word } from "./columns.ts";

/** A person is who Telegram says: the id is Telegram's. */
export const people = bot.table("people", {
	id: idOf("id").primaryKey(),
	locale: text("locale").notNull(),
	/** An IANA name. */
	timeZone: text("time_zone").notNull().default("UTC"),
	/** The update that made them known: repeated, it is still the first. */
	firstUpdateId: idOf("first_update_id"),
	/** Their own cap of a day; null is none. */
	dayCapCents: cents("day_cap_cents"),
	/** Above this sum a confirm is asked twice; null is never. */
	askAboveCents: cents("ask_above_cents"),
	/** A balance that falls under this is told; null is never. */
	lowBalanceCents: cents("low_balance_cents"),
	/** Shut out by the operator. */
	bannedAt: stamp("banned_at"),
	createdAt: stamp("created_at").notNull().default(clock),
	seenAt: stamp("seen_at").notNull().default(clock),
});

/** What is known of a service that people connect to. */
export const services = bot.table("services", {
	url: text("url").primaryKey(),
	/** How it takes the records of a zone; null until a zone without records was written. */
	dnsForm: word<"formal" | "sample">("dns_form"),
});

/** An account of a service, by the number that the service gives it. Operations and events belong to it. */
export const accounts = bot.table(
	"accounts",
	{
		id: rowId(),
		serviceUrl: text("service_url").notNull(),
		userId: idOf("user_id").notNull(),
		/** Opened here on the built-in service by this person, or given to them; the operator's desk obeys them. */
		ownerId: idOf("owner_id").references(() => people.id),
		/**
		 * The last person to disconnect it: their deletion deletes an account that nobody has ordered with. No reference,
		 * because checking it would lock their row, which a deletion locks first.
		 */
		lastPersonId: idOf("last_person_id"),
		sandbox: boolean("sandbox").notNull().default(false),
		/** The unguessable end of the account's receiver address. */
		receiverPath: text("receiver_path").notNull().unique(),
		/** Sealed, from the operator's desk; two while a rotation is under way. */
		webhookSecret: text("webhook_secret"),
		webhookSecretOld: text("webhook_secret_old"),
		/** The receiver address that we told the service; null where the owner does that themselves. */
		webhookUrl: text("webhook_url"),
		/** As it was read last, whoever read it; null before the first time. */
		balanceCents: balance("balance_cents"),
		/** Counts what was done for it at the operator's desk: part of the next call's key, the same for both of two taps. */
		deskTurn: integer("desk_turn").notNull().default(0),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("accounts_service_user").on(table.serviceUrl, table.userId)],
);

export type ConnectionState = "live" | "needs_whitelist" | "needs_token" | "unproved";

/** A token of one person. Disconnecting deletes the row; what was bought stays with the account. */
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
		/** Keyed digest, so that the same token is found again without opening any. */
		tokenPrint: text("token_print").notNull(),
		tokenLast4: text("token_last4").notNull(),
		/** Sealed: what this person says that a service elsewhere signs events with, and what they said before. */
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
