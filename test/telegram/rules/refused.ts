import { Refusal } from "../../../src/telegram/rules/refusal.ts";

/** Returns the description of the refusal that `act` throws; null if it throws none. */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
