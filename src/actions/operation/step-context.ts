import type { Tx } from "../../postgres/connect.ts";
import type { RequestState } from "../../rules/operation/state.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";

/**
 * The data of one step, which moves a request to its next state: the rows as they were before the step, and the new
 * state.
 */
export interface StepContext {
	tx: Tx;
	deps: Deps;
	operation: WholeOperation;
	request: RequestRow;
	state: RequestState;
	facts: Facts;
	now: Date;
}
