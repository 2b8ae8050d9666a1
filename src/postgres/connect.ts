import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type OnStatement, withPreparedAndTimed } from "./instrument.ts";
import { type Limits, openSessions } from "./session.ts";

export type Sql = postgres.Sql;
/** A statement or part of one, for use inside another. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Db = PostgresJsDatabase;
/** A transaction of `db.transaction`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database extends AsyncDisposable {
	/** The query builder, on the same pool as `sql`. */
	db: Db;
	/** Plain statements. `timestamptz` is a `Date` in both directions; `bigint` is returned as text. */
	sql: Sql;
}

interface ConnectOptions {
	/** The maximum number of open connections. */
	max: number;
	/** The name in `pg_stat_activity`. */
	name?: string;
	/** How long closing waits for running statements and for connections that could not be opened. */
	graceSeconds?: number;
	/** `url` is a transaction pool: session state does not outlive a statement. */
	pooled?: boolean;
	/** Server-side time limits; the default suits an update or a job. */
	limits?: Partial<Limits>;
	/** Keeps one session open, for state that is lost with it. */
	held?: boolean;
	/** Called with the duration of each statement. */
	onStatement?: OnStatement;
}

/** Opens a connection pool. Connects at the first statement; closing waits for running statements. */
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

/** drizzle disables the driver's date handling, even for statements that it did not build. */
function keepDates({ options }: Sql): void {
	const timestamptz = 1184;
	options.parsers[timestamptz] = (text: string) => new Date(text);
	options.serializers[timestamptz] = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
}
