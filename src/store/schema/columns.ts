import { bigint, integer, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** Everything the bot remembers stands in this schema; the service's tables have one of their own. */
export const bot = pgSchema("bot");

export const rowId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** Another row's id, or an id that Telegram or the service gave. */
export const idOf = (name: string) => bigint(name, { mode: "number" });

export const stamp = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Amounts are whole cents of USD everywhere. */
export const cents = (name: string) => integer(name);

/** What somebody else's account holds may be more than anybody here can spend. */
export const balance = (name: string) => bigint(name, { mode: "number" });

/** A text that is one of a few words; the word list is the type's. */
export const word = <W extends string>(name: string) => text(name).$type<W>();
