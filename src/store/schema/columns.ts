import { bigint, integer, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** All tables of the bot are in this schema. The tables of the built-in service are in the schema `service`. */
export const bot = pgSchema("bot");

export const rowId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** The id of another row, or an id given by Telegram or the service. */
export const idOf = (name: string) => bigint(name, { mode: "number" });

export const stamp = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** An amount in whole cents of USD. */
export const cents = (name: string) => integer(name);

/** The largest amount that a column of `cents` holds. */
export const mostCents = 2_147_483_647;

/** An account's balance in whole cents of USD. An outside service may report more than a 32-bit integer can hold. */
export const balance = (name: string) => bigint(name, { mode: "number" });

/** A text column that holds one of the values in the union type `W`. */
export const word = <W extends string>(name: string) => text(name).$type<W>();
