import { edit, smallRequests } from "./planting.ts";

// Node loads this file before the code of the bot, which the edit changes while it is loaded.
edit([smallRequests]);
// The database and the Telegram server end with the parent process.
process.stdin.once("close", () => process.exit(1)).resume();
