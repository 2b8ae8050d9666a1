import { createLog } from "@domains/kit/log.ts";
import { parseConfig } from "../../src/config.ts";
import { openInfrastructure } from "../../src/world/infrastructure.ts";

// A separate process that opens the database and exits without closing it. A bot does this too if its shutdown takes
// too long.

const config = parseConfig({ DATA_DIR: process.argv[2] ?? "" });
const { signal } = new AbortController();
await openInfrastructure({ config, log: createLog("silent"), folders: ["service"], signal });
process.exit(3);
