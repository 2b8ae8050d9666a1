import { createLog } from "@domains/kit/log.ts";
import { parseConfig } from "../config.ts";
import { accountCommands, runAccountCommand } from "../world/operator/accounts.ts";
import { listCommands } from "../world/operator/command.ts";
import { openAdmin } from "../world/service-only.ts";
import { answer } from "./answer.ts";
import { offerHelp } from "./command-line.ts";

const usage = `Usage: npm run account -- COMMAND [--key KEY]

Manages the accounts of the built-in service. It works while the service runs.
Prints one JSON object, or {"error":{"code","message"}} on standard error.
--key makes a change repeatable: the same key and command do nothing more and print the same answer for 24 hours.

Commands:
${listCommands(accountCommands)}

Exit status: 0 done, 1 refused, 2 wrong usage.

Examples:
  npm run account -- create --balance 100 --whitelist 127.0.0.1
  npm run account -- credit 1001 -12.50 --key refund-17
  npm run account -- price .com 11.50 12.50`;

offerHelp(usage);

/** The command prints only its result. */
const log = createLog("silent");

await answer(async (args) => {
	await using stack = new AsyncDisposableStack();
	return await runAccountCommand(async () => stack.use(await openAdmin(parseConfig(), log)).admin, args);
});
