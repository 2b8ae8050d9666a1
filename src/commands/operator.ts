import { parseConfig } from "../config.ts";
import { isAppError } from "../errors.ts";
import { createLog } from "../log.ts";
import { type OperatorOutcome, runOperatorCommand } from "../world/operator/command.ts";
import { moveIn } from "../world/operator/move-in.ts";
import { openOperator } from "../world/operator/open.ts";
import { fail } from "./run.ts";

const log = createLog("silent");

function refuse(error: { code: string; message: string }): never {
	console.error(JSON.stringify({ error }));
	process.exit(1);
}

async function ask(words: readonly string[]): Promise<OperatorOutcome> {
	if (words.join(" ") === "move-in") return { ok: true, value: await moveIn(parseConfig(), log) };
	await using opened = await openOperator(parseConfig(), log);
	return await runOperatorCommand(opened, words);
}

try {
	const outcome = await ask(process.argv.slice(2));
	if (!outcome.ok) refuse(outcome.error);
	console.log(JSON.stringify(outcome.value));
} catch (error) {
	if (isAppError(error)) refuse({ code: error.code, message: error.message });
	fail(error);
}
