#!/usr/bin/env node
import { parseArgs } from "node:util";
import { fastify } from "fastify";
import { faqFloods } from "./rules/floods.ts";
import { StartError } from "./start-error.ts";
import { botIdOf, createTelegram } from "./telegram.ts";

const usage = `Usage: local-telegram [--port 8082] [--token 1000:local] [--data ./data/telegram] [--floods]

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
// Chats and files are private to the user who starts the program.
process.umask(0o077);
const shown = (fields: Record<string, unknown>, message: string) => console.error(message, fields);
const log = { warn: shown, error: shown };
try {
	const token = options.token ?? (process.env["BOT_TOKEN"] || "1000:local");
	const telegram = createTelegram({ token, dataDir: options.data, log, ...(options.floods && { floods: faqFloods }) });
	const app = fastify({ forceCloseConnections: true });
	await app.register(telegram.plugin);
	// The terminal and npm both send the signal of Ctrl-C, so it can arrive twice.
	for (const name of ["SIGINT", "SIGTERM"]) {
		process.on(name, async () => {
			await app.close();
			telegram.close();
			process.exit();
		});
	}
	const url = await app.listen({ host: "127.0.0.1", port: options.port });
	const address = options.token ?? "<token>";
	console.log(`\n  The chat: ${url}\n  The Bot API: ${url}/bot${address}/<method>\n  Ctrl-C stops it.\n`);
} catch (error) {
	const isKnown = error instanceof StartError || (error instanceof Error && "code" in error);
	console.error(isKnown ? error.message : error);
	process.exit(1);
}

function readOptions() {
	if (process.argv.slice(2).some((each) => each === "--help" || each === "-h")) {
		console.log(usage);
		process.exit(0);
	}
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
		if (!Number.isInteger(port) || port < 0 || port > 65_535)
			throw new Error(`--port must be 0 to 65535, not ${values.port}`);
		if (values.token !== undefined && botIdOf(values.token) === undefined)
			throw new Error("--token must be <number>:<letters>");
		return { ...values, port };
	} catch (error) {
		// Node appends advice to the problem, and calls a missing value a missing argument.
		const [line = ""] = String(error instanceof Error ? error.message : error).split(/\. To specify|\n/);
		const problem = line.replace(
			/^(Option '[^' ]+)(?: <value>)?' argument (?:missing|is ambiguous)/,
			"$1' needs a value",
		);
		console.error(`${problem}. --help prints the usage.`);
		process.exit(2);
	}
}
