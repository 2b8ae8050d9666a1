import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export interface Started {
	pid: number;
	/** The time until `/ready` answered with 200. */
	seconds: number;
	stop(): Promise<void>;
}

/** The options are those of `npm start`. Returns when `/ready` at the printed address answers with 200. */
export async function startCommand(file: string, env: Record<string, string>): Promise<Started> {
	const begun = performance.now();
	const args = ["-r", "./src/commands/preload.cjs", "--max-semi-space-size=4", file];
	const child = spawn(process.execPath, args, {
		env: { PATH: process.env["PATH"], ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const gone = once(child, "exit");
	let out = "";
	for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
		out += String(chunk);
		if (/http:\/\/[\w.:]+/.test(out)) break;
	}
	child.stdout.resume();
	const [url] = /http:\/\/[\w.:]+/.exec(out) ?? [];
	if (url === undefined) throw new Error(`${file} ended: ${out}`);
	while (!(await fetch(`${url}/ready`)).ok) await sleep(5);
	return {
		pid: child.pid ?? 0,
		seconds: (performance.now() - begun) / 1_000,
		async stop() {
			child.kill("SIGTERM");
			await gone;
		},
	};
}
