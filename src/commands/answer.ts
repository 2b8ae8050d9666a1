import { isAppError } from "../errors.ts";
import { fail } from "./run.ts";

type Outcome = { ok: true; value: unknown } | { ok: false; error: { code: string; message: string } };

/**
 * Asks once with the words of the command line and tells what came of it: one JSON object on standard output, or one
 * refusal on standard error and exit status 1.
 */
export async function answer(ask: (words: readonly string[]) => Promise<Outcome>): Promise<void> {
	try {
		const outcome = await ask(process.argv.slice(2));
		if (!outcome.ok) refuse(outcome.error);
		console.log(JSON.stringify(outcome.value));
	} catch (error) {
		if (isAppError(error)) refuse({ code: error.code, message: error.message });
		fail(error);
	}
}

function refuse(error: { code: string; message: string }): never {
	console.error(JSON.stringify({ error }));
	process.exit(1);
}
