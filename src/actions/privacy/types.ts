import type { Actor } from "../actor.ts";

export interface PrivacyActions {
	/** Returns all data stored about a person as JSON, without any secret. */
	exportData(input: Actor): Promise<string>;
	/** `references`: confirmed operations that are not settled. Nothing is deleted while there is one. */
	open(input: Actor): Promise<{ references: string[] }>;
	/** Disconnects every account and deletes the person. */
	forget(input: Actor): Promise<{ kind: "forgotten" } | { kind: "open_operations"; references: string[] }>;
}
