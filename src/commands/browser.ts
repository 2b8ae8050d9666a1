import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
	darwin: ["open"],
	linux: ["xdg-open"],
};

/** Shows an address to whoever sits at this terminal. A machine without a browser is no trouble. */
export function openBrowser(url: string): void {
	const [command, ...args] = openers[process.platform] ?? [];
	if (command === undefined) return;
	spawn(command, [...args, url], { detached: true, stdio: "ignore" })
		.on("error", () => {})
		.unref();
}
