import { Refusal } from "../../../src/telegram/rules/refusal.ts";

/** The description of Telegram's refusal of `act`; null if Telegram accepts it. */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
