import { Refusal } from "../../../src/telegram/rules/refusal.ts";

/** What Telegram answers to `act`: the description of the refusal, or null where it agrees. */
export function refused(act: () => unknown): string | null {
	try {
		act();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}
