import { isAppError } from "@domains/kit/errors.ts";
import type { Outcome } from "../world/operator/command.ts";
import { rejectUsage } from "./command-line.ts";
import { fail } from "./run.ts";

/**
 * Prints the result as one JSON object. An error is one JSON object on standard error, with exit status 1. Wrong usage
 * is one plain line with exit status 2.
 */
export async function answer(work: (args: readonly string[]) => Promise<Outcome>): Promise<void> {
	try {
		const outcome = await work(process.argv.slice(2));
		if (!outcome.ok) refuse(outcome.error);
		console.log(JSON.stringify(outcome.value));
	} catch (error) {
		if (isAppError(error)) refuse({ code: error.code, message: error.message });
		fail(error);
	}
}

function refuse(error: { code: string; message: string }): never {
	if (error.code === "usage") rejectUsage(error.message);
	console.error(JSON.stringify({ error }));
	process.exit(1);
}
