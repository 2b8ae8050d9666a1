import type { Actor } from "../actor.ts";

export interface SettingsActions {
	language(input: Actor & { locale: string }): Promise<{ kind: "saved"; locale: string }>;
	/** An IANA name; anything else is refused. */
	timeZone(
		input: Actor & { timeZone: string },
	): Promise<{ kind: "saved"; timeZone: string } | { kind: "unknown_zone" }>;
}
