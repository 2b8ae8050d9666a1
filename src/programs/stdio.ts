import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { toolError } from "./refusals.ts";

interface StdioOptions {
	/** The address of the bot, without `/mcp`. */
	url: string;
	token: string;
	input: Readable;
	output: Writable;
	/** Gets a sentence without any secret. */
	onProblem(problem: string): void;
}

const requestFailed = -32_000;

/**
 * Connects a client that speaks MCP over standard input and output to the bot's `/mcp`, and ends with the input. The
 * bot decides everything: this process only passes messages on.
 */
export async function relayStdio({ url, token, input, output, onProblem }: StdioOptions): Promise<void> {
	const near = new StdioServerTransport(input, output);
	const far = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
		requestInit: { headers: { authorization: `Bearer ${token}` } },
	});
	far.onmessage = (message) => void near.send(message);
	const sending = new Set<Promise<void>>();
	near.onmessage = (message) => {
		const sent = far.send(message).catch((error: unknown) => answerFailure(message, error));
		sending.add(sent);
		void sent.finally(() => sending.delete(sent));
	};

	/** The client waits for an answer to each request, so a failed call must answer too. */
	async function answerFailure(message: JSONRPCMessage, error: unknown): Promise<void> {
		const problem = problemOf(error) ?? {
			code: "unavailable",
			message: `The bot at ${new URL(url).origin} does not answer`,
		};
		onProblem(problem.message);
		if (!("method" in message && "id" in message)) return;
		const answer =
			message.method === "tools/call"
				? { result: toolError(problem) }
				: { error: { code: requestFailed, message: problem.message } };
		await near.send({ jsonrpc: "2.0", id: message.id, ...answer });
	}

	// A short input may end before `near` has started.
	const ended = once(input, "end");
	await far.start();
	await near.start();
	await ended;
	// A script may write its messages, close the input and then read the answers.
	await Promise.all(sending);
	await far.close();
	await near.close();
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Returns what the bot answered to a failed request. Undefined if it did not answer. */
function problemOf(error: unknown): { code: string; message: string } | undefined {
	if (!(error instanceof StreamableHTTPError) || error.code === undefined || error.code < 100) return undefined;
	// The SDK puts the body of the answer at the end of its message.
	const [body = ""] = /\{.*\}$/s.exec(error.message) ?? [];
	try {
		return refusal.parse(JSON.parse(body)).error;
	} catch {
		return { code: "unavailable", message: `The bot answered ${error.code}` };
	}
}
