import { parseConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { runAccountCommand } from "../service/admin/command.ts";
import { openAdmin } from "../world/service-only.ts";
import { answer } from "./answer.ts";

/** What happens on the way is told by the answer alone. */
const log = createLog("silent");

await answer(async (words) => {
	await using opened = await openAdmin(parseConfig(), log);
	return await runAccountCommand(opened.admin, words);
});
