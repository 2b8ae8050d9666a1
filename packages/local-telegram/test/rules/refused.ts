import { Refusal } from "../../src/rules/refusal.ts";

/**
 * Calls `act`, which may throw a refusal of Telegram. Returns the description of this refusal, or null if `act` throws
 * nothing.
 */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
