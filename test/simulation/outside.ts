import { edit, smallRequests } from "./planting.ts";

// Loaded before a bot that runs in a process of its own.
edit([smallRequests]);
// It must not outlive whoever started it: the database and the chat of its world are gone then.
process.stdin.once("close", () => process.exit(1)).resume();
