import type { Deps } from "./deps.ts";

/** Gives an action its dependencies. The result takes only the input. */
export type Bind = <Input, Output>(verb: (deps: Deps, input: Input) => Output) => (input: Input) => Output;

export function bindTo(deps: Deps): Bind {
	return (verb) => (input) => verb(deps, input);
}
