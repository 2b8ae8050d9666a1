import { Refusal } from "../../../src/telegram/rules/refusal.ts";

/** Calls `act` and returns the description of Telegram's refusal that it throws; null if it throws nothing. */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
