import { parseConfig } from "../config.ts";
import { isAppError } from "../errors.ts";
import { createLog } from "../log.ts";
import { runAccountCommand } from "../service/desk/command.ts";
import { openDesk } from "../world/alone.ts";
import { fail } from "./run.ts";

/** Standard output holds the answer and nothing else. */
const log = createLog("warn", process.stderr);

function refuse(code: string, message: string): never {
	console.error(JSON.stringify({ error: { code, message } }));
	process.exit(1);
}

async function ask(words: readonly string[]) {
	await using opened = await openDesk(parseConfig(), log);
	return await runAccountCommand(opened.desk, words);
}

try {
	const outcome = await ask(process.argv.slice(2));
	if (!outcome.ok) refuse(outcome.error.code, outcome.error.message);
	console.log(JSON.stringify(outcome.value));
} catch (error) {
	if (isAppError(error)) refuse(error.code, error.message);
	fail(error);
}
