import type { TemplateRecord } from "@domains/dns/templates.ts";
import { clock } from "@domains/kit/postgres/clock.ts";
import { index, jsonb, text } from "drizzle-orm/pg-core";
import { bot, idOf, rowId, stamp } from "./columns.ts";
import { people } from "./people.ts";

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
