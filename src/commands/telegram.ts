import { createApp } from "@domains/kit/http/app.ts";
import { listen } from "@domains/kit/http/listen.ts";
import { botIdOf } from "local-telegram";
import { faqFloods } from "local-telegram/rules/floods.ts";
import { startTelegram } from "../world/start-telegram.ts";
import { readCommandLine, rejectUsage } from "./command-line.ts";
import { run } from "./run.ts";

const usage = `Usage: npm run telegram -- [--port 8082] [--token 1000:local] [--data ./data/telegram] [--floods]

Starts a local Telegram: the Bot API and a chat page, without a bot.
Other users of this machine can see arguments. Without --token, the token is BOT_TOKEN, or 1000:local.

  --port PORT     port on 127.0.0.1; 0 picks a free port
  --token TOKEN   token of the bot, as <number>:<letters>
  --data PATH     directory for chats and files
  --floods        enforce Telegram's rate limits

Examples:
  npm run telegram
  npm run telegram -- --port 9002 --floods`;

const options = readOptions();

await run(async (config, log) => {
	const { port, token: given, data: dataDir, floods } = options;
	const token = given ?? config.telegram.token ?? "1000:local";
	await using stack = new AsyncDisposableStack();
	const telegram = startTelegram({ token, dataDir, log, ...(floods ? { floods: faqFloods } : {}) });
	stack.defer(() => telegram.close());
	const app = createApp({ log });
	stack.defer(() => app.close());
	await app.register(telegram.plugin);
	const url = await listen(app, { host: "127.0.0.1", port, setting: "--port" });
	console.log(`\n  The chat: ${url}\n  The Bot API: ${url}/bot${given ?? "<token>"}/<method>\n  Ctrl-C stops it.\n`);
	return stack.move();
});

function readOptions() {
	const { values } = readCommandLine(usage, {
		options: {
			port: { type: "string", default: "8082" },
			token: { type: "string" },
			data: { type: "string", default: "./data/telegram" },
			floods: { type: "boolean", default: false },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		rejectUsage(`--port must be 0 to 65535, not ${values.port}`);
	if (values.token !== undefined && botIdOf(values.token) === undefined)
		rejectUsage("--token must be <number>:<letters>");
	return { ...values, port };
}
