import { createLog } from "@domains/kit/log.ts";
import { parseConfig } from "../config.ts";
import { listCommands, operatorCommands, runOperatorCommand } from "../world/operator/command.ts";
import { importEmbedded } from "../world/operator/import-embedded.ts";
import { openOperator } from "../world/operator/open.ts";
import { answer } from "./answer.ts";
import { readCommandLine, rejectUsage } from "./command-line.ts";

const moveIn = { usage: "", help: "Copy the embedded database into the empty one at DATABASE_URL" };

const usage = `Usage: npm run operator -- COMMAND

Looks after the people of the bot and their orders. It works while the bot runs.
Prints one JSON object, or {"error":{"code","message"}} on standard error.

Commands:
${listCommands({ ...operatorCommands, "move-in": moveIn })}

USER is the person's Telegram user ID.
Exit status: 0 done, 1 refused, 2 wrong usage.

Examples:
  npm run operator -- doubts
  npm run operator -- settle 4K7Q happened
  npm run --silent operator -- export 123456789 > person.json`;

const { positionals } = readCommandLine(usage, { allowPositionals: true });
if (positionals.length === 0) rejectUsage("No command given");

const log = createLog("silent");

await answer(async (args) => {
	if (args.join(" ") === "move-in") return { ok: true, value: await importEmbedded(parseConfig(), log) };
	await using stack = new AsyncDisposableStack();
	return await runOperatorCommand(async () => stack.use(await openOperator(parseConfig(), log)), args);
});
