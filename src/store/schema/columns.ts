import { bigint, integer, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** All tables of the bot are in this schema. The service's tables have a separate one. */
export const bot = pgSchema("bot");

export const rowId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** Another row's id, or an id that Telegram or the service gave. */
export const idOf = (name: string) => bigint(name, { mode: "number" });

export const stamp = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Amounts are whole cents of USD everywhere. */
export const cents = (name: string) => integer(name);

/** The balance of an account at an outside service may exceed 32 bits. */
export const balance = (name: string) => bigint(name, { mode: "number" });

/** A text column with one of a few values, which the type `W` lists. */
export const word = <W extends string>(name: string) => text(name).$type<W>();
