import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const preload = join(import.meta.dirname, "..", "..", "src", "commands", "preload.cjs");

function load(version: string) {
	const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
	return spawnSync(process.execPath, ["-e", `${pretend}; require(${JSON.stringify(preload)})`], { encoding: "utf8" });
}

it.each(["20.19.5", "18.0.0", "22.17.1"])("tells the user of Node %s which version is needed", (version) => {
	const { status, stderr } = load(version);
	expect(status).toBe(1);
	expect(stderr).toContain(`Node ${version} is too old`);
	expect(stderr).toContain("npm ci");
});

it.each(["22.18.0", "24.21.0", "26.0.0"])("accepts Node %s", (version) => {
	expect(load(version).status).toBe(0);
});

// Each npm script of a command must load `preload.cjs` first. It must also start with `exec`. Otherwise, a SIGTERM to
// npm would end only the shell between npm and the command.
it("is loaded before any file that an old Node cannot parse", () => {
	const scripts = execFileSync("npm", ["pkg", "get", "scripts"], {
		cwd: join(preload, "..", "..", ".."),
		encoding: "utf8",
	});
	const commands = Object.values<string>(JSON.parse(scripts)).filter((script) => script.includes("src/commands/"));
	expect(
		commands.filter((script) => !/^(?:NO_BROWSER=1 )?exec node -r \.\/src\/commands\/preload\.cjs /.test(script)),
	).toEqual([]);
	expect(commands.length).toBeGreaterThan(0);
});
