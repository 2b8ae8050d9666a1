import { text } from "drizzle-orm/pg-core";
import { moment, service } from "./accounts.ts";

/** The names that are registered at the sandbox registry. Only `registry/sandbox.ts` uses this table. */
export const sandboxNames = service.table("sandbox_names", {
	name: text().primaryKey(),
	registeredAt: moment("registered_at").notNull(),
	expiresAt: moment("expires_at").notNull(),
});

/** Orders that the sandbox has executed, refused or closed. A repeated order gets its stored outcome. */
export const sandboxOrders = service.table("sandbox_orders", {
	order: text().primaryKey(),
	outcome: text().$type<"executed" | "refused" | "closed">().notNull(),
	registeredAt: moment("registered_at"),
	expiresAt: moment("expires_at"),
});
