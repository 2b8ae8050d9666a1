import { jsonb, text } from "drizzle-orm/pg-core";
import { moment, service } from "./accounts.ts";

/**
 * The latest answer of a remote registrar to each question, such as its credit. It is shown with its time while the
 * registrar does not answer.
 */
export const registrarFacts = service.table("registrar_facts", {
	/** Such as `balance`, or `tld .com`. */
	key: text().primaryKey(),
	value: jsonb().notNull(),
	readAt: moment("read_at").notNull(),
});
