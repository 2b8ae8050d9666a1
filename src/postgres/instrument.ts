import type { Sql } from "./connect.ts";

export type OnStatement = (milliseconds: number) => void;

/** Lists and rows in varying numbers make a new text each time, of which the server should keep none. */
const mostPrepared = 32;

/**
 * The same connections, where a statement that drizzle built is prepared like one that was written out: the driver sends
 * it in two turns otherwise, and the server reads and plans it anew each time. `onStatement` is told of every statement
 * how long its answer took, the wait for a free connection included; the driver has a hook for what is sent and none for
 * what comes back. Both also inside transactions.
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
					args.map((each) => refinedWork(each, onStatement)),
				);
		},
	});
}

/** What is done within a transaction is given connections of its own. */
function refinedWork(argument: unknown, onStatement: OnStatement | undefined): unknown {
	if (typeof argument !== "function") return argument;
	return (inner: Sql) => Reflect.apply(argument, undefined, [withPreparedAndTimed(inner, onStatement)]);
}

/** A statement is sent when somebody first asks for its answer; what only becomes a part of another one never is. */
function watch(result: unknown, onStatement: OnStatement | undefined): unknown {
	if (!onStatement || !(result instanceof Promise)) return result;
	const ask = result.then;
	// biome-ignore lint/suspicious/noThenProperty: being asked is what sends the statement.
	result.then = (...heard) => {
		Reflect.deleteProperty(result, "then");
		const started = performance.now();
		const done = () => onStatement(performance.now() - started);
		const answer = Reflect.apply(ask, result, heard);
		void Reflect.apply(ask, result, [done, done]);
		return answer;
	};
	return result;
}
