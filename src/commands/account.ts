import { parseConfig } from "../config.ts";
import { isAppError } from "../errors.ts";
import { createLog } from "../log.ts";
import { runAccountCommand } from "../service/desk/command.ts";
import { openDesk } from "../world/alone.ts";
import { fail } from "./run.ts";

/** What happens on the way is told by the one answer, on standard output, or the one refusal, on standard error. */
const log = createLog("silent");

function refuse(error: { code: string; message: string; key?: string }): never {
	console.error(JSON.stringify({ error }));
	process.exit(1);
}

async function ask(words: readonly string[]) {
	await using opened = await openDesk(parseConfig(), log);
	return await runAccountCommand(opened.desk, words);
}

try {
	const outcome = await ask(process.argv.slice(2));
	if (!outcome.ok) refuse(outcome.error);
	console.log(JSON.stringify(outcome.value));
} catch (error) {
	if (isAppError(error)) refuse({ code: error.code, message: error.message });
	fail(error);
}
