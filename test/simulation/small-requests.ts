import { edit, smallRequests } from "./planting.ts";

/** Loaded before a bot that runs in a process of its own. */
edit([smallRequests]);
