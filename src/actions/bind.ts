import type { Deps } from "./deps.ts";

/** Binds an action to its dependencies. The resulting function takes only the action's input. */
export type Bind = <Input, Output>(verb: (deps: Deps, input: Input) => Output) => (input: Input) => Output;

export function bindTo(deps: Deps): Bind {
	return (verb) => (input) => verb(deps, input);
}
