import { AppError } from "@domains/kit/errors.ts";
import { localUrl } from "@domains/kit/http/listen.ts";
import { parseConfig } from "../config.ts";
import { relayStdio } from "../programs/stdio.ts";
import { offerHelp } from "./command-line.ts";
import { fail } from "./run.ts";

const usage = `Usage: MCP_TOKEN=dtp_… npm run --silent mcp

Connects an MCP client that starts a process to the bot. It speaks MCP over standard input and output.
Create the token in the chat: Account, Programs. MCP_URL is the bot's address, by default the bot on this machine.`;

offerHelp(usage);

try {
	const { mcp, http } = parseConfig();
	if (mcp.token === undefined)
		throw new AppError("config_invalid", "MCP_TOKEN must be set: create it under Account, Programs");
	await relayStdio({
		url: mcp.url ?? http.publicUrl ?? localUrl(http),
		token: mcp.token,
		input: process.stdin,
		output: process.stdout,
		onProblem: (problem) => console.error(problem),
	});
} catch (error) {
	fail(error);
}
