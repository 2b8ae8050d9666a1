import type { Program } from "./instance.ts";
import { startServiceOutside } from "./programs.ts";

/** The service in a process that can be killed at any moment. A new process starts right away. */
export interface ServiceProcess extends AsyncDisposable {
	/** Origin without the base path; undefined while no process is running. */
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
