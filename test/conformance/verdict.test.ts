import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { chapters, runConformance } from "../../src/conformance/index.ts";
import { describeVerdict, exitStatus, type Finding, features, judge } from "../../src/conformance/rule.ts";
import { listenLocally } from "../support/port.ts";
import { startService } from "../support/service.ts";
import { createSmallService } from "../support/small-service.ts";

const all = Object.keys(features);
const rule = (statement: string, outcome: Finding["outcome"], ...of: Finding["features"][number][]): Finding => ({
	chapter: "x",
	statement,
	openInSpec: false,
	features: of,
	neededBy: [],
	outcome,
});

/** Starts a proxy that forwards requests to `target`. Paths that match `path` get a 404 page instead. */
async function startProxy(target: string, path: RegExp): Promise<string> {
	const server = createServer(async (request, response) => {
		const { url = "", method = "GET", headers } = request;
		const body = Buffer.concat(await request.toArray());
		if (path.test(url)) return void response.writeHead(404).end("<html>Not Found</html>");
		const given = Object.entries(headers).flatMap(([name, value]) =>
			/^(host|connection|content-length|transfer-encoding|expect)$/.test(name) ? [] : [[name, String(value)]],
		);
		const answer = await fetch(target + url, {
			method,
			headers: Object.fromEntries(given),
			...(body.length > 0 && { body }),
		});
		const kept = [...answer.headers].filter(
			([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
		);
		response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text());
	});
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${await listenLocally(server)}`;
}

it("has a rule for every feature except events and edge, which a token alone cannot test", () => {
	const named = new Set(chapters.flatMap(({ rules }) => rules.flatMap((each) => each.features ?? [])));
	expect(all.filter((feature) => ![...named].some((each) => each === feature))).toEqual(["edge", "events"]);
});

it("is yes for this service, and tests every feature that can be tested", { timeout: 120_000 }, async () => {
	await using world = await startService();
	const { token } = await world.open(200);
	const sleep = (ms: number) => world.database.advance(ms);
	const findings = await runConformance({ urls: [world.url], token, spendCents: 2_500, sleep });
	expect(judge(findings)).toEqual({ answer: "yes", missing: [], untested: ["edge", "events"] });
	expect(exitStatus(findings, { strict: true })).toBe(0);
});

it("names each feature that would not work, with its broken rule", { timeout: 60_000 }, async () => {
	await using world = await startService();
	const { token } = await world.open(200);
	const url = await startProxy(world.url, /\/webhook\/deliveries|\/zones/);
	const sleep = (ms: number) => world.database.advance(ms);
	const findings = await runConformance({ urls: [url], token, spendCents: 0, sleep });
	const verdict = judge(findings);
	expect(verdict.answer).toBe("partly");
	expect(verdict.missing.map(({ feature }) => feature)).toEqual(["prices", "deliveries"]);
	const unspent = ["register", "renew", "batches", "doubt", "dns", "nameservers", "edge", "events"];
	expect(verdict.untested).toEqual(unspent);
	const text = describeVerdict(verdict);
	expect(text[0]).toMatch(/^Verdict: partly\./);
	expect(text).toContain("  - the delivery log (/deliveries)");
	expect(text).toContain("      broken rule: The bot can read the delivery log.");
	expect(exitStatus(findings, { strict: false })).toBe(1);
});

it("says that a service of another dialect works, as far as the bot can read it", { timeout: 60_000 }, async () => {
	await using small = await createSmallService();
	const { token } = small.openAccount();
	const run = (spendCents: number) =>
		runConformance({ urls: [small.url], token, spendCents, sleep: () => Promise.resolve() });
	const reads = judge(await run(0));
	expect(reads.answer).toBe("partly");
	expect(reads.missing.map(({ feature }) => feature)).toEqual([]);
	const verdict = judge(await run(100_000));
	expect(verdict).toMatchObject({ answer: "yes", missing: [], untested: ["edge", "events"] });
});

it("is no if the account cannot be read", () => {
	const findings = [rule("a", "broken", "connect"), rule("b", "kept", "search")];
	expect(judge(findings).answer).toBe("no");
	expect(describeVerdict(judge(findings))[0]).toMatch(/^Verdict: no\./);
	expect(exitStatus(findings, { strict: false })).toBe(3);
});

it("is no if no main feature works", () => {
	const main = ["search", "register", "renew", "dns"] as const;
	const broken = main.map((feature) => rule(feature, "broken", feature));
	expect(judge([rule("a", "kept", "connect"), ...broken]).answer).toBe("no");
	expect(judge([rule("a", "kept", "connect", "search"), ...broken.slice(1)]).answer).toBe("partly");
});

it.each(["connect", "search", "register", "renew", "dns"] as const)("is partly while %s is untested", (feature) => {
	const others = (["connect", "search", "register", "renew", "dns"] as const).filter((each) => each !== feature);
	const findings = [rule("a", "kept", ...others), { ...rule("b", "kept"), neededBy: [feature] }];
	expect(judge(findings)).toMatchObject({ answer: "partly", missing: [] });
	expect(judge(findings).untested).toContain(feature);
	expect(judge([...findings, rule("c", "kept", feature)]).answer).toBe("yes");
	expect(judge([...findings, { ...rule("c", "broken"), neededBy: [feature] }]).missing).toMatchObject([{ feature }]);
});

it("claims nothing about untested features without permission to spend", { timeout: 60_000 }, async () => {
	await using world = await startService();
	const { token } = await world.open(200);
	const sleep = (ms: number) => world.database.advance(ms);
	const findings = await runConformance({ urls: [world.url], token, spendCents: 0, sleep });
	const verdict = judge(findings);
	expect(verdict).toMatchObject({ answer: "partly", missing: [] });
	expect(verdict.untested).toEqual(["register", "renew", "batches", "doubt", "dns", "nameservers", "edge", "events"]);
	expect(describeVerdict(verdict).slice(0, 3)).toEqual([
		"Verdict: partly. The bot can use this service, but not everything works or was tested.",
		"Not tested, so it may or may not work:",
		"  - registering a domain",
	]);
	expect(exitStatus(findings, { strict: false })).toBe(0);
});

it("ignores broken rules that the bot does not need", () => {
	const main = ["connect", "search", "register", "renew", "dns"] as const;
	const findings = [rule("a", "broken"), rule("b", "kept", ...main), rule("c", "skipped", "search")];
	expect(judge(findings)).toMatchObject({ answer: "yes", missing: [] });
	expect(judge(findings).untested).not.toContain("search");
	expect(exitStatus(findings, { strict: false })).toBe(1);
});
