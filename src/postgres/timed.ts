import type { Sql } from "./connect.ts";

export type OnStatement = (milliseconds: number) => void;

/**
 * The same connections, telling of every statement how long its answer took, the wait for a free connection included;
 * also inside transactions. The driver has a hook for what is sent and none for what comes back.
 */
export function timed(sql: Sql, onStatement: OnStatement): Sql {
	return new Proxy(sql, {
		apply: (target, self, args) => watch(Reflect.apply(target, self, args), onStatement),
		get(target, name) {
			const found: unknown = Reflect.get(target, name);
			if (typeof found !== "function") return found;
			if (name === "unsafe") return (...args: unknown[]) => watch(Reflect.apply(found, target, args), onStatement);
			if (name !== "begin" && name !== "savepoint") return found;
			return (...args: unknown[]) =>
				Reflect.apply(
					found,
					target,
					args.map((each) => timedWork(each, onStatement)),
				);
		},
	});
}

/** What is done within a transaction is given connections of its own. */
function timedWork(argument: unknown, onStatement: OnStatement): unknown {
	if (typeof argument !== "function") return argument;
	return (inner: Sql) => Reflect.apply(argument, undefined, [timed(inner, onStatement)]);
}

/** A statement is sent when somebody first asks for its answer; what only becomes a part of another one never is. */
function watch(result: unknown, onStatement: OnStatement): unknown {
	if (!(result instanceof Promise)) return result;
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
