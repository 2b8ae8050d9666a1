import { text } from "drizzle-orm/pg-core";
import { moment, service } from "./accounts.ts";

/** The names that are registered at the sandbox registry. Only `registry/sandbox.ts` uses this table. */
export const sandboxNames = service.table("sandbox_names", {
	name: text().primaryKey(),
	registeredAt: moment("registered_at").notNull(),
	expiresAt: moment("expires_at").notNull(),
});

/**
 * The orders that the sandbox registry (a simulated registry) has received. A repeated order gets its stored outcome.
 * `closed`: the service asked for the outcome of an order that was not executed. The registry then never executes the
 * order.
 */
export const sandboxOrders = service.table("sandbox_orders", {
	order: text().primaryKey(),
	outcome: text().$type<"executed" | "refused" | "closed">().notNull(),
	registeredAt: moment("registered_at"),
	expiresAt: moment("expires_at"),
});
