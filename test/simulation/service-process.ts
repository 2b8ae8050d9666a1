import type { Program } from "./instance.ts";
import { startServiceOutside } from "./programs.ts";

/** A service that can be killed at any moment; the next process starts right away. */
export interface ServiceProcess extends AsyncDisposable {
	/** Without its base path; undefined while none answers. */
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
