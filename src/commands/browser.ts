import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
	darwin: ["open"],
	linux: ["xdg-open"],
};

/** Does nothing on a machine without a browser. */
export function openBrowser(url: string): void {
	const [command, ...args] = openers[process.platform] ?? [];
	if (command === undefined) return;
	spawn(command, [...args, url], { detached: true, stdio: "ignore" })
		.on("error", () => {})
		.unref();
}
