import { expect, it, vi } from "vitest";
import { startCommand } from "../support/process.ts";

vi.setConfig({ testTimeout: 90_000 });

/**
 * No command accepts this database address. A command with wrong arguments must report them before it reads the
 * address.
 */
const broken = { DATABASE_URL: "mysql://somewhere" };

async function run(name: string, args: string[]) {
	const command = startCommand(name, broken, args);
	const status = await command.status();
	return { status, out: command.out(), err: command.err() };
}

it.each([
	["start", "../../src/commands/start"],
	["dev", "../../src/commands/dev"],
	["service", "../../src/commands/service"],
	["account", "../../src/commands/account"],
	["doctor", "../../src/commands/doctor"],
	["operator", "../../src/commands/operator"],
	["conformance", "../../src/commands/conformance"],
	["simulate", "../../test/simulation/index"],
	["bench", "../../bench/index"],
	["size", "../../.ci/size"],
])("npm run %s prints its usage for --help, and one line for a wrong option", async (name, path) => {
	const [help, wrong] = await Promise.all([run(path, ["--help"]), run(path, ["--nope"])]);
	expect(help).toMatchObject({ status: 0, err: "" });
	expect(help.out).toMatch(name === "start" ? /^Usage: npm start\n/ : new RegExp(`^Usage: npm run ${name}\\b`));
	expect(help.out).toMatch(/\nExamples:\n( {2}.*npm .*\n)+$/);
	expect(wrong).toEqual({ status: 2, out: "", err: "Unknown option '--nope'. --help prints the usage.\n" });
});

it.each([
	["start", ["now"], "Unexpected argument 'now'"],
	["account", [], "Use one of: create, show"],
	["account", ["show"], "Use: show USER"],
	["account", ["create", "--balance"], "Option '--balance' needs a value"],
	["account", ["create", "--balance", "--key", "k"], "Option '--balance' needs a value"],
	["operator", [], "No command given"],
	["conformance", [], "URL is missing"],
	["conformance", ["nowhere"], "nowhere is not a URL"],
	["conformance", ["http://203.0.113.1/api/v1", "-"], "URL must be https, or http on this machine"],
	["conformance", ["https://user@api.example/v1", "-"], "URL must be https, or http on this machine"],
	["conformance", ["http://127.0.0.1:1/api/v1", "-", "--spend", "much"], "--spend must be an amount in USD, not much"],
	["conformance", ["http://127.0.0.1:1/api/v1"], "The token is missing"],
	["../../test/simulation/index", ["--runs", "0"], "--runs must be a whole number of at least 1, not 0"],
	["../../bench/index", ["nothing"], "Unknown measure nothing"],
])("rejects %s %j in one line", async (name, args, problem) => {
	const { status, out, err } = await run(name, args);
	expect({ status, out }).toEqual({ status: 2, out: "" });
	expect(err).toContain(problem);
	expect(err).toMatch(/^.+\n$/);
});

it.each([
	["BENCH_PEOPLE", "large"],
	["BENCH_LOAD_SECONDS", "load"],
])("rejects %s=abc of npm run bench in one line", async (setting, measure) => {
	const command = startCommand("../../bench/index", { ...broken, [setting]: "abc" }, [measure]);
	expect(await command.status()).toBe(2);
	expect(command.err()).toBe(`${setting} must be a whole number of at least 1, not abc. --help prints the usage.\n`);
});
