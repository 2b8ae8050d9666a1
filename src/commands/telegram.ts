import { parseArgs } from "node:util";
import { createApp } from "../http/app.ts";
import { listen } from "../http/listen.ts";
import { faqFloods } from "../telegram/rules/floods.ts";
import { createTelegram } from "../telegram/telegram.ts";
import { run } from "./run.ts";

const { values } = parseArgs({
	options: {
		port: { type: "string", default: "8081" },
		token: { type: "string", default: "1000:local" },
		data: { type: "string", default: "./data/telegram" },
		floods: { type: "boolean", default: false },
	},
});

await run(async (_config, log) => {
	await using stack = new AsyncDisposableStack();
	const { token, data: dataDir, floods } = values;
	const telegram = createTelegram({ token, dataDir, log, ...(floods ? { floods: faqFloods } : {}) });
	stack.defer(() => telegram.close());
	const app = createApp({ log });
	stack.defer(() => app.close());
	await app.register(telegram.plugin);
	const url = await listen(app, { host: "127.0.0.1", port: Number(values.port), setting: "--port" });
	console.log(`\n  The chat: ${url}\n  The Bot API: ${url}/bot${token}/<method>\n`);
	return stack.move();
});
