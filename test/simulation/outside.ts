import { edit, smallRequests } from "./planting.ts";

// Node loads this file in each separate process before the code of the bot. The edit changes a source file of the bot
// while Node loads it, so it must be registered first.
edit([smallRequests]);
// Exit when the parent process ends, because the database and the Telegram server then end too.
process.stdin.once("close", () => process.exit(1)).resume();
