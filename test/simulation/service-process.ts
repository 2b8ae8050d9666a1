import type { Program } from "./instance.ts";
import { startServiceOutside } from "./programs.ts";

/** It can be killed at any time. A new process then starts at once. */
export interface ServiceProcess extends AsyncDisposable {
	/** Has no base path. Undefined while no process runs. */
	url(): string | undefined;
	kill(): void;
}

export async function openServiceProcess(env: Record<string, string>): Promise<ServiceProcess> {
	let running: Program | undefined = await startServiceOutside(env);
	let starting: Promise<void> = Promise.resolve();
	let closed = false;
	async function start(): Promise<void> {
		const program = await startServiceOutside(env);
		if (closed) program.kill();
		else running = program;
	}
	return {
		url: () => running?.url,
		kill() {
			if (!running) return;
			running.kill();
			running = undefined;
			starting = start();
		},
		async [Symbol.asyncDispose]() {
			closed = true;
			await starting;
			running?.kill();
		},
	};
}
