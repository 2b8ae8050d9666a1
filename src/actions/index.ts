import type { AccountActions } from "./account/types.ts";
import type { ConnectionActions } from "./connection/types.ts";
import type { DomainActions } from "./domain/types.ts";
import type { AlertActions, EventActions } from "./event/types.ts";
import type { OperationActions } from "./operation/types.ts";
import type { QuoteActions } from "./quote/types.ts";
import type { SearchActions } from "./search/types.ts";
import type { SettingsActions } from "./settings/types.ts";

export type * from "./account/types.ts";
export type * from "./actor.ts";
export type * from "./connection/types.ts";
export type * from "./domain/types.ts";
export type * from "./event/types.ts";
export type * from "./operation/types.ts";
export type * from "./quote/types.ts";
export type * from "./search/types.ts";
export type * from "./settings/types.ts";
export type * from "./trouble.ts";

/** The verbs: plain functions of plain data, each answering with one of the kinds in its type. */
export interface Actions {
	connection: ConnectionActions;
	account: AccountActions;
	search: SearchActions;
	quote: QuoteActions;
	operation: OperationActions;
	domain: DomainActions;
	event: EventActions;
	alert: AlertActions;
	settings: SettingsActions;
}
