import { text } from "drizzle-orm/pg-core";
import { moment, service } from "./accounts.ts";

/** The names that are registered at the sandbox registry. Only `registry/sandbox.ts` uses this table. */
export const sandboxNames = service.table("sandbox_names", {
	name: text().primaryKey(),
	registeredAt: moment("registered_at").notNull(),
	expiresAt: moment("expires_at").notNull(),
});

/**
 * The orders that the sandbox has seen. A repeated order gets its stored outcome. `closed`: the order was not executed
 * when the service asked for its outcome, and never will be.
 */
export const sandboxOrders = service.table("sandbox_orders", {
	order: text().primaryKey(),
	outcome: text().$type<"executed" | "refused" | "closed">().notNull(),
	registeredAt: moment("registered_at"),
	expiresAt: moment("expires_at"),
});
