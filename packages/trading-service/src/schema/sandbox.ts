import { text } from "drizzle-orm/pg-core";
import { moment, service } from "./accounts.ts";

/** Only `registrar/sandbox/index.ts` uses this table. */
export const sandboxNames = service.table("sandbox_names", {
	name: text().primaryKey(),
	registeredAt: moment("registered_at").notNull(),
	expiresAt: moment("expires_at").notNull(),
});

/** `closed`: the service asked for the outcome of an order that was not executed, so it never will be. */
export const sandboxOrders = service.table("sandbox_orders", {
	order: text().primaryKey(),
	outcome: text().$type<"executed" | "refused" | "closed">().notNull(),
	registeredAt: moment("registered_at"),
	expiresAt: moment("expires_at"),
});
