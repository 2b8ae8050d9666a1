import type { Sql } from "postgres";

export type OnStatement = (milliseconds: number) => void;

/**
 * The most parameters that a prepared statement may have. A statement with more parameters usually contains a list, and
 * each length of the list makes another statement text. The server should not cache all of these texts.
 */
const mostPrepared = 32;

/**
 * Wraps `sql` so that it also prepares the statements that drizzle builds, inside transactions too. Otherwise the
 * driver needs two round trips for each of them, and the server parses and plans it each time. `onStatement` receives
 * the duration of every statement, including the wait for a free connection. The driver itself has no hook for that.
 */
export function withPreparedAndTimed(sql: Sql, onStatement?: OnStatement): Sql {
	return new Proxy(sql, {
		apply: (target, self, args) => watch(Reflect.apply(target, self, args), onStatement),
		get(target, name) {
			const found: unknown = Reflect.get(target, name);
			if (typeof found !== "function") return found;
			if (name === "unsafe") {
				return (text: string, values: readonly unknown[] = [], options: object = {}) => {
					const prepare = values.length <= mostPrepared;
					return watch(Reflect.apply(found, target, [text, values, { ...options, prepare }]), onStatement);
				};
			}
			if (name !== "begin" && name !== "savepoint") return found;
			return (...args: unknown[]) =>
				Reflect.apply(
					found,
					target,
					args.map((each) => wrapWork(each, onStatement)),
				);
		},
	});
}

/** Wraps the connection that a transaction callback receives. */
function wrapWork(argument: unknown, onStatement: OnStatement | undefined): unknown {
	if (typeof argument !== "function") return argument;
	return (inner: Sql) => Reflect.apply(argument, undefined, [withPreparedAndTimed(inner, onStatement)]);
}

/**
 * Measures a statement from the moment when its result is first awaited, because the driver sends it then. A fragment
 * (a part of another statement) is never awaited, so it stays as it is.
 */
function watch(result: unknown, onStatement: OnStatement | undefined): unknown {
	if (!onStatement || !(result instanceof Promise)) return result;
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
