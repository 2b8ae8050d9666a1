import { randomBytes } from "node:crypto";
import { createLog } from "@domains/kit/log.ts";
import { parseConfig } from "../../src/config.ts";
import { createWorld } from "../../src/world.ts";

// Runs the complete application, as `npm start` does. The arguments are the URL of the database, the address of
// Telegram, the port of the registrar's service, and more settings as JSON.

const [databaseUrl = "", telegram = ""] = process.argv.slice(2);
const config = parseConfig({
	DATABASE_URL: databaseUrl,
	SECRET_KEY: randomBytes(32).toString("base64"),
	BOT_TOKEN: "1000:bench",
	TELEGRAM_API_ROOT: telegram,
	PORT: "0",
	SERVICE_PORT: process.argv[4] ?? "0",
	NO_BROWSER: "1",
	UPDATES_PER_MINUTE: "0",
	...JSON.parse(process.argv[5] ?? "{}"),
});
const world = await createWorld(config, createLog("info", { write: () => {} }));
// Any message stops the application as SIGTERM does.
process.on("message", async () => {
	await world[Symbol.asyncDispose]();
	process.exit();
});
process.on("disconnect", () => process.exit());
process.send?.({ url: world.url });
