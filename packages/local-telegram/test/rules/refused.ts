import { Refusal } from "../../src/rules/refusal.ts";

/** Null if `act` throws nothing. */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
