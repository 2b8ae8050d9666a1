import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type Limits, openSessions, type Role } from "./session.ts";

export type Sql = postgres.Sql;
/** Also what `sql.begin` passes to its callback. */
export type AnySql = postgres.ISql;
/** Built by `sql`, for use inside another statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database extends AsyncDisposable {
	/** Shares its connections with `sql`. */
	db: Db;
	/** `timestamptz` is a `Date` in both directions; `bigint` is returned as text. */
	sql: Sql;
}

interface ConnectOptions {
	max: number;
	/** In `pg_stat_activity`. */
	name?: string;
	/** How long closing waits for running statements and for connections that are being opened. */
	graceSeconds?: number;
	/** A pool in transaction mode keeps no session state between statements, so the driver prepares none. */
	pooled?: boolean;
	/** Enforced by the server. The defaults suit short work: handling an update of Telegram or a job of a queue. */
	limits?: Partial<Limits>;
	/** The session holds state such as an advisory lock. */
	longLived?: boolean;
	/** Of the used host, if `url` names several; `primary` by default. */
	role?: Role;
	/** Gets the duration in milliseconds. */
	onStatement?: OnStatement;
}

export type OnStatement = (milliseconds: number) => void;

/** Connects at the first statement. Closing waits for running statements. */
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

/** Counts the statements and transactions of this pool that have ended, with plain SQL. */
export function countStatements(db: Db): number {
	return endedOf.get(db)?.count ?? 0;
}

const hooksOf = new WeakMap<object, (() => void)[]>();

/** Never calls `hook` if `tx` is rolled back. A `Db` commits each statement at once, so `hook` runs now. */
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

/** drizzle disables the driver's date handling even for statements that it did not build. */
function keepDates({ options }: Sql): void {
	const timestamptz = 1184;
	options.parsers[timestamptz] = (text: string) => new Date(text);
	options.serializers[timestamptz] = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
}

interface Observer {
	/** In milliseconds. */
	onStatement: OnStatement;
	/** Also for a savepoint. */
	onTransaction(): void;
}

/**
 * A statement with more parameters usually contains a list. Each length of the list makes another statement text, and
 * the server should not cache all of these texts.
 */
const mostPrepared = 32;

/**
 * Also prepares the statements that drizzle builds. Otherwise the driver needs two round trips for each of them, and
 * the server parses and plans it each time. Durations include the wait for a free connection. The driver itself has no
 * hook for that.
 */
function withPreparedAndTimed(sql: Sql, observer: Observer): Sql {
	return new Proxy(sql, {
		apply: (target, self, args) => watch(Reflect.apply(target, self, args), observer),
		get(target, name) {
			const found: unknown = Reflect.get(target, name);
			if (typeof found !== "function") return found;
			if (name === "unsafe") {
				return (text: string, values?: readonly unknown[], options: object = {}) => {
					// With an empty array, the driver would use the simple protocol, which prepares nothing. drizzle always
					// passes an array. Calls without one keep the driver's default.
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

/** Statements inside a transaction are prepared and timed too. */
function wrapWork(argument: unknown, observer: Observer): unknown {
	if (typeof argument !== "function") return argument;
	return (inner: Sql) => Reflect.apply(argument, undefined, [withPreparedAndTimed(inner, observer)]);
}

/**
 * Begins when the result is first awaited, because the driver sends the statement then. A fragment is never awaited, so
 * it stays as it is.
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
