import { parseConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { openInfrastructure } from "../../src/world/infrastructure.ts";

// A process that opens the data and then exits without closing it, as one does that is past its deadline.

const config = parseConfig({ DATA_DIR: process.argv[2] ?? "" });
const { signal } = new AbortController();
await openInfrastructure({ config, log: createLog("silent"), folders: ["service"], signal });
process.exit(3);
