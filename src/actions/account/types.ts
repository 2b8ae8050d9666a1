import type { Actor } from "../actor.ts";
import type { Connection } from "../connection/types.ts";
import type { Trouble } from "../trouble.ts";

/** The account as the service describes it right now. What it did not send is null; odd shapes come as text. */
export interface AccountSummary {
	userId: number;
	balanceCents: number | null;
	apiEnabled: boolean | null;
	webhookEnabled: boolean | null;
	/** One line an entry; null when the service did not send any whitelist. */
	whitelist: readonly string[] | null;
	/** The configurator's defaults as name and value, in the service's own words. */
	defaults: readonly { name: string; value: string }[];
	/** Whatever else came. */
	others: readonly { name: string; value: string }[];
}

/**
 * Whether this bot hears the account's events. `none`: nobody told the service where to send them, or nobody gave us
 * the secret. `elsewhere`: its owner has them sent to another address, which stays. `unreachable`: the bot has no
 * address that a service could reach.
 */
export type EventsTo = "here" | "none" | "elsewhere" | "unreachable";

export type AccountResult =
	| { kind: "account"; account: AccountSummary; connection: Connection; events: EventsTo }
	| Trouble;

/** An account whose balance lies under the sum that this person chose, as it was read last. */
export interface LowBalance {
	userId: number;
	sandbox: boolean;
	balanceCents: number;
}

export interface AccountActions {
	read(input: Actor): Promise<AccountResult>;
	/** Null once it was topped up, and for whoever is not connected to it. */
	low(input: Actor & { accountId: number }): Promise<LowBalance | null>;
}
