import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Log } from "@domains/kit/log.ts";
import { parseConfig } from "../../src/config.ts";
import { createWorld } from "../../src/world.ts";
import type { Program, StartProgram } from "./instance.ts";
import { requestNames } from "./planting.ts";

/**
 * A bot in this process cannot be killed, so `kill` only begins to close it. The caller has broken its connections
 * before.
 */
export function startInside(log: Log): StartProgram {
	return async (env) => {
		process.env[requestNames] = env[requestNames];
		const world = await createWorld(parseConfig(env), log);
		const close = async (): Promise<void> => world[Symbol.asyncDispose]();
		return { url: world.url, close, kill: () => void close().catch(() => {}) };
	};
}

const root = join(import.meta.dirname, "..", "..");
const preloads = ["-r", "./src/commands/preload.cjs", "--import", "./test/simulation/outside.ts"];

/** Like `npm start`. `kill` sends SIGKILL. */
export const startOutside: StartProgram = (env) => spawnProgram("start", env);

/** Like `npm run service`. `kill` sends SIGKILL. */
export const startServiceOutside: StartProgram = (env) => spawnProgram("service", env);

const spawnProgram = async (command: string, env: Record<string, string>): Promise<Program> => {
	const args = [...preloads, "--max-semi-space-size=4", `src/commands/${command}.ts`];
	const child = spawn(process.execPath, args, {
		cwd: root,
		env: { PATH: process.env["PATH"] ?? "", ...env },
		stdio: ["pipe", "pipe", "ignore"],
	});
	const exited = once(child, "exit");
	let out = "";
	child.stdout.setEncoding("utf8");
	for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
		out += chunk;
		const url = /http:\/\/[\w.:]+/.exec(out)?.[0];
		if (url === undefined) continue;
		child.stdout.resume();
		return {
			url,
			kill: () => void child.kill("SIGKILL"),
			async close() {
				child.kill("SIGTERM");
				await exited;
			},
		};
	}
	await exited;
	throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}: ${out}`);
};
