import type { Kind } from "../../../rules/operation/state.ts";
import type { KindOfChange } from "./kind.ts";
import { register } from "./register.ts";

const kinds: Partial<Record<Kind, KindOfChange>> = { register };

export function kindOf(kind: Kind): KindOfChange {
	const found = kinds[kind];
	if (!found) throw new Error(`no operation of kind ${kind} can be made`);
	return found;
}
