import { parseConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { runOperatorCommand } from "../world/operator/command.ts";
import { importEmbedded } from "../world/operator/import-embedded.ts";
import { openOperator } from "../world/operator/open.ts";
import { answer } from "./answer.ts";

const log = createLog("silent");

await answer(async (words) => {
	if (words.join(" ") === "move-in") return { ok: true, value: await importEmbedded(parseConfig(), log) };
	await using opened = await openOperator(parseConfig(), log);
	return await runOperatorCommand(opened, words);
});
