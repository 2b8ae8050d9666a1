import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type Limits, openSessions, type Role } from "./session.ts";

export type Sql = postgres.Sql;
/** `Sql`, or what `sql.begin` passes to its callback. */
export type AnySql = postgres.ISql;
/** A statement that `sql` built, or a part of a statement, for use inside another statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Db = PostgresJsDatabase;
/** The transaction that `db.transaction` passes to its callback. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database extends AsyncDisposable {
	/** drizzle's query builder. It shares its connections with `sql`. */
	db: Db;
	/** Runs plain SQL. `timestamptz` is a `Date` in both directions; `bigint` is returned as text. */
	sql: Sql;
}

interface ConnectOptions {
	/** The maximum number of open connections. */
	max: number;
	/** The name that `pg_stat_activity` shows for the connections. */
	name?: string;
	/** How many seconds closing waits for running statements and for connections that are being opened. */
	graceSeconds?: number;
	/**
	 * True if `url` is a connection pool in transaction mode, which keeps no session state between statements. The driver
	 * then prepares no statements.
	 */
	pooled?: boolean;
	/**
	 * Time limits that the server enforces. The defaults suit short work: handling an update of Telegram or a job of a
	 * queue.
	 */
	limits?: Partial<Limits>;
	/** True if the session must stay open, because it holds state such as an advisory lock. */
	longLived?: boolean;
	/** If `url` names several hosts, the role that the used host must have; `primary` by default. */
	role?: Role;
	/** Called with the duration of each statement in milliseconds. */
	onStatement?: OnStatement;
}

export type OnStatement = (milliseconds: number) => void;

/** Creates a connection pool, which connects at the first statement. Closing waits for running statements. */
export function connect(url: string, options: ConnectOptions): Database {
	const {
		max,
		name = "domain-trading-bot",
		graceSeconds = 1,
		pooled = false,
		limits,
		longLived = false,
		role = "primary",
		onStatement,
	} = options;
	const plain = openSessions(url, { name, max, limits, pooled, longLived, role, prepare: !pooled });
	const ended = { count: 0 };
	const sql = withPreparedAndTimed(plain, {
		onStatement(milliseconds) {
			ended.count += 1;
			onStatement?.(milliseconds);
		},
		onTransaction() {
			ended.count += 1;
		},
	});
	const db = withCommitHooks(drizzle(sql));
	endedOf.set(db, ended);
	keepDates(sql);
	return { db, sql, [Symbol.asyncDispose]: () => sql.end({ timeout: graceSeconds }) };
}

const endedOf = new WeakMap<Db, { count: number }>();

/** Returns how many statements and transactions of this pool have ended so far. Plain SQL counts too. */
export function countStatements(db: Db): number {
	return endedOf.get(db)?.count ?? 0;
}

const hooksOf = new WeakMap<object, (() => void)[]>();

/**
 * Calls `hook` after the transaction `tx` is committed, and never if it is rolled back. If `tx` is a `Db`, which
 * commits each statement at once, calls `hook` now.
 */
export function afterCommit(tx: Db | Tx, hook: () => void): void {
	const hooks = hooksOf.get(tx);
	if (hooks) hooks.push(hook);
	else hook();
}

function withCommitHooks(db: Db): Db {
	const transaction = db.transaction.bind(db);
	db.transaction = async (work, config) => {
		const hooks: (() => void)[] = [];
		const result = await transaction((tx) => {
			hooksOf.set(tx, hooks);
			return work(tx);
		}, config);
		for (const hook of hooks) hook();
		return result;
	};
	return db;
}

/** Restores the driver's date handling, which drizzle disables even for statements that it did not build. */
function keepDates({ options }: Sql): void {
	const timestamptz = 1184;
	options.parsers[timestamptz] = (text: string) => new Date(text);
	options.serializers[timestamptz] = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
}

interface Observer {
	/** Called when a statement has ended, with its duration in milliseconds. */
	onStatement: OnStatement;
	/** Called when a transaction or savepoint has ended. */
	onTransaction(): void;
}

/**
 * The maximum number of parameters of a prepared statement. A statement with more parameters usually contains a list.
 * Each length of the list makes another statement text, and the server should not cache all of these texts.
 */
const mostPrepared = 32;

/**
 * Wraps `sql` so that it also prepares the statements that drizzle builds, inside transactions too. Otherwise the
 * driver needs two round trips for each of them, and the server parses and plans it each time. `onStatement` receives
 * the duration of every statement, including the wait for a free connection. The driver itself has no hook for that.
 */
function withPreparedAndTimed(sql: Sql, observer: Observer): Sql {
	return new Proxy(sql, {
		apply: (target, self, args) => watch(Reflect.apply(target, self, args), observer),
		get(target, name) {
			const found: unknown = Reflect.get(target, name);
			if (typeof found !== "function") return found;
			if (name === "unsafe") {
				return (text: string, values?: readonly unknown[], options: object = {}) => {
					// With an empty array of values, the driver would use the simple protocol, which prepares nothing. drizzle
					// always passes an array. Calls without an array keep the driver's default.
					const chosen = values && { prepare: values.length <= mostPrepared, simple: false };
					return watch(Reflect.apply(found, target, [text, values ?? [], { ...options, ...chosen }]), observer);
				};
			}
			if (name !== "begin" && name !== "savepoint") return found;
			return (...args: unknown[]) => {
				const wrapped = args.map((each) => wrapWork(each, observer));
				const done: Promise<unknown> = Reflect.apply(found, target, wrapped);
				void done.then(observer.onTransaction, observer.onTransaction);
				return done;
			};
		},
	});
}

/** Wraps a transaction's callback, so that statements on the connection that it receives are prepared and timed too. */
function wrapWork(argument: unknown, observer: Observer): unknown {
	if (typeof argument !== "function") return argument;
	return (inner: Sql) => Reflect.apply(argument, undefined, [withPreparedAndTimed(inner, observer)]);
}

/**
 * Measures a statement from the moment when its result is first awaited, because the driver sends it then. A fragment
 * (a part of another statement) is never awaited, so it stays as it is.
 */
function watch(result: unknown, { onStatement }: Observer): unknown {
	if (!(result instanceof Promise)) return result;
	const then = result.then;
	// biome-ignore lint/suspicious/noThenProperty: calling `then` is what sends the statement.
	result.then = (...handlers) => {
		Reflect.deleteProperty(result, "then");
		const started = performance.now();
		const done = () => onStatement(performance.now() - started);
		const answer = Reflect.apply(then, result, handlers);
		void Reflect.apply(then, result, [done, done]);
		return answer;
	};
	return result;
}
