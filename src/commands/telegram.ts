import { parseArgs } from "node:util";
import { AppError } from "../errors.ts";
import { createApp } from "../http/app.ts";
import { listen } from "../http/listen.ts";
import { faqFloods } from "../telegram/rules/floods.ts";
import { createTelegram } from "../telegram/telegram.ts";
import { run } from "./run.ts";

const usage = `npm run telegram -- [--port 8082] [--token 1000:local] [--data ./data/telegram] [--floods]

Everybody on this machine can read an argument: without --token the token is BOT_TOKEN, or 1000:local.`;

if (process.argv.includes("--help")) {
	console.log(usage);
	process.exit(0);
}

await run(async (config, log) => {
	const { port, token: given, data: dataDir, floods } = readOptions();
	const token = given ?? config.telegram.token ?? "1000:local";
	await using stack = new AsyncDisposableStack();
	const telegram = createTelegram({ token, dataDir, log, ...(floods ? { floods: faqFloods } : {}) });
	stack.defer(() => telegram.close());
	const app = createApp({ log });
	stack.defer(() => app.close());
	await app.register(telegram.plugin);
	const url = await listen(app, { host: "127.0.0.1", port, setting: "--port" });
	console.log(`\n  The chat: ${url}\n  The Bot API: ${url}/bot${given ?? "<token>"}/<method>\n  Ctrl-C stops it.\n`);
	return stack.move();
});

function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				port: { type: "string", default: "8082" },
				token: { type: "string" },
				data: { type: "string", default: "./data/telegram" },
				floods: { type: "boolean", default: false },
			},
		});
		const port = Number(values.port);
		if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${values.port} is no port`);
		return { ...values, port };
	} catch (cause) {
		const problem = cause instanceof Error ? cause.message : "unreadable";
		throw new AppError("config_invalid", `${problem}\n${usage}`, { cause });
	}
}
