import type { Tx } from "../../postgres/connect.ts";
import type { RequestState } from "../../rules/operation/state.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";

/** A request in the middle of a step: the rows before it, and the state that was just written. */
export interface StepContext {
	tx: Tx;
	deps: Deps;
	operation: WholeOperation;
	request: RequestRow;
	state: RequestState;
	facts: Facts;
	now: Date;
}
