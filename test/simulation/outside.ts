import { edit, smallRequests } from "./planting.ts";

// Loaded into each separate process before the bot's code.
edit([smallRequests]);
// Exit with the parent process: the database and Telegram server of this world end with it.
process.stdin.once("close", () => process.exit(1)).resume();
