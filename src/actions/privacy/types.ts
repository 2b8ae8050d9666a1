import type { Actor } from "../actor.ts";

export interface PrivacyActions {
	/** All that is kept of a person, as JSON; without any secret. */
	exportData(input: Actor): Promise<string>;
	/** `references`: what was confirmed and is not settled. Nothing is deleted while there is any. */
	open(input: Actor): Promise<{ references: string[] }>;
	/** Disconnects every account and deletes the person. */
	forget(input: Actor): Promise<{ kind: "forgotten" } | { kind: "open_operations"; references: string[] }>;
}
