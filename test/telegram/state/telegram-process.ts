import fastify from "fastify";
import { createLog } from "../../../src/log.ts";
import { createTelegram } from "../../../src/telegram/telegram.ts";

/** A local Telegram in a process of its own, so that a test can kill it. Prints its address. */
const [dataDir = ""] = process.argv.slice(2);
const telegram = createTelegram({ token: "1000:test-token", dataDir, log: createLog("error", process.stderr) });
const app = fastify();
await app.register(telegram.plugin);
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
