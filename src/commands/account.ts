import { parseConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { accountUsageProblem, runAccountCommand } from "../service/admin/command.ts";
import { openAdmin } from "../world/service-only.ts";
import { answer } from "./answer.ts";
import { offerHelp, rejectUsage } from "./command-line.ts";

const usage = `Usage: npm run account -- COMMAND [--key KEY]

Manages the accounts of the built-in service. It works while the service runs.
Prints one JSON object, or {"error":{"code","message"}} on standard error.
--key makes a change repeatable: the same key and command do nothing more and print the same answer for 24 hours.

Commands:
  create [--balance USD] [--whitelist a,b]           Open an account and print its token
  show USER                                          Print an account
  credit USER USD                                    Add money; a negative amount removes it
  token USER                                         Issue a new token; the old one stops working
  api USER on|off                                    Turn the API of an account on or off
  whitelist USER a,b                                 Replace the IP whitelist
  webhook USER URL|off                               Set or remove the webhook address
  preset USER KEY ns1,ns2                            Save a nameserver preset
  edge USER KEY [--zones .com,.net] [--disabled]     Save an edge profile
  register USER DOMAIN [--years N]                   Register a domain
  renew USER DOMAIN YEARS                            Renew a domain
  price ZONE REGISTER RENEW                          Set the prices of a zone, in USD
  block DOMAIN [--reason TEXT]                       Block a domain
  unblock DOMAIN                                     Unblock a domain

Exit status: 0 done, 1 refused, 2 wrong usage.

Examples:
  npm run account -- create --balance 100 --whitelist 127.0.0.1
  npm run account -- credit 1001 -12.50 --key refund-17
  npm run account -- price .com 11.50 12.50`;

offerHelp(usage);
const problem = accountUsageProblem(process.argv.slice(2));
if (problem !== undefined) rejectUsage(problem);

/** Silent: only the answer is printed. */
const log = createLog("silent");

await answer(async (args) => {
	await using opened = await openAdmin(parseConfig(), log);
	return await runAccountCommand(opened.admin, args);
});
