import { parseConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { runOperatorCommand } from "../world/operator/command.ts";
import { importEmbedded } from "../world/operator/import-embedded.ts";
import { openOperator } from "../world/operator/open.ts";
import { answer } from "./answer.ts";
import { readCommandLine, rejectUsage } from "./command-line.ts";

const noOwner = "nobody";

const usage = `Usage: npm run operator -- COMMAND

Looks after the people of the bot and their orders. It works while the bot runs.
Prints one JSON object, or {"error":{"code","message"}} on standard error.

Commands:
  doubts                                        List the orders whose outcome is unknown
  settle REFERENCE happened|did-not [DOMAIN]    Record the outcome of such an order
  own ACCOUNT USER|${noOwner}                       Set or remove the owner of a built-in account
  ban USER                                      Make the bot ignore a person
  unban USER                                    Lift a ban
  export USER                                   Print all data stored about a person
  forget USER                                   Delete all data stored about a person
  move-in                                       Copy the embedded database into the empty one at DATABASE_URL

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
	await using opened = await openOperator(parseConfig(), log);
	return await runOperatorCommand(opened, args);
});
