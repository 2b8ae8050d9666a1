import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type OnStatement, withPreparedAndTimed } from "./instrument.ts";
import { type Limits, openSessions } from "./session.ts";

export type Sql = postgres.Sql;
/** A part of a statement, or a whole one, that another one takes in. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Db = PostgresJsDatabase;
/** A transaction of `db.transaction`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database extends AsyncDisposable {
	/** The query builder, over the same pool as `sql`. */
	db: Db;
	/** Plain statements. `timestamptz` comes as `Date` and is taken as `Date`; `bigint` comes as text. */
	sql: Sql;
}

interface ConnectOptions {
	/** The most connections that are open at once. */
	max: number;
	/** What `pg_stat_activity` shows. */
	name?: string;
	/** How long closing waits for running statements, and for connections that could not be opened. */
	graceSeconds?: number;
	/** A pool of transactions answers at `url`: what one statement leaves in the session is not there for the next. */
	pooled?: boolean;
	/** How long the server lets things take; enough for an update or a job unless given. */
	limits?: Partial<Limits>;
	/** One session for as long as it lives, for what is lost with it. */
	held?: boolean;
	/** Told how long each statement took. */
	onStatement?: OnStatement;
}

/** A pool of connections. Nothing is opened before the first statement; closing waits for running ones. */
export function connect(url: string, options: ConnectOptions): Database {
	const {
		max,
		name = "domain-trading-bot",
		graceSeconds = 1,
		pooled = false,
		limits,
		held = false,
		onStatement,
	} = options;
	const plain = openSessions(url, { name, max, limits, pooled, held, prepare: !pooled });
	const sql = withPreparedAndTimed(plain, onStatement);
	const db = drizzle(sql);
	keepDates(sql);
	return { db, sql, [Symbol.asyncDispose]: () => sql.end({ timeout: graceSeconds }) };
}

/** drizzle turns off the driver's handling of dates, also for statements that it did not build. */
function keepDates({ options }: Sql): void {
	const timestamptz = 1184;
	options.parsers[timestamptz] = (text: string) => new Date(text);
	options.serializers[timestamptz] = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
}
