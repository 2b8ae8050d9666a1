import type { TemplateRecord } from "@domains/dns/templates.ts";
import { clock } from "@domains/kit/postgres/clock.ts";
import { index, jsonb, text } from "drizzle-orm/pg-core";
import type { PlannedRecord } from "./operations.ts";
import { accounts, bot, idOf, people, rowId, stamp } from "./people.ts";

/**
 * A restore point is the DNS state of a domain at one time. A person saved it, and can later return the domain to this
 * state.
 */
export const zonePoints = bot.table(
	"zone_points",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		/** The person who saved the restore point; null once that person is deleted. */
		savedBy: idOf("saved_by"),
		/** The name that the person gave the restore point; null if they gave none. */
		name: text("name"),
		records: jsonb("records").$type<readonly PlannedRecord[]>().notNull(),
		nameservers: jsonb("nameservers").$type<readonly string[]>().notNull(),
		/**
		 * The key of the domain's edge profile; null if the domain had none, or if the registrar's service did not report
		 * it. An edge profile is a setting of the account. The profile's servers answer DNS queries for the domain.
		 */
		edgeProfileKey: text("edge_profile_key"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [index("zone_points_domain").on(table.accountId, table.domain, table.id)],
);

/** DNS records that a person saved to apply them to other domains. */
export const zoneTemplates = bot.table(
	"zone_templates",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		name: text("name").notNull(),
		/**
		 * The template's records. When the template is applied to a domain, the domain's name replaces `{domain}` in the
		 * records' values.
		 */
		records: jsonb("records").$type<readonly TemplateRecord[]>().notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [index("zone_templates_person").on(table.personId, table.name)],
);
