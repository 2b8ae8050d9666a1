import { edit, smallRequests } from "./planting.ts";

// Node loads this file into each separate process before the bot's code. The edit must be registered that early,
// because it changes a source file of the bot while Node loads it.
edit([smallRequests]);
// Exit when the parent process ends, because the database and the Telegram server end with it.
process.stdin.once("close", () => process.exit(1)).resume();
