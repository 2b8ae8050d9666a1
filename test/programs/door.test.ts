import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, vi } from "vitest";
import { tools } from "../../src/programs/mcp.ts";
import { programOperations } from "../../src/programs/operations.ts";
import { relayStdio } from "../../src/programs/stdio.ts";
import type { Chat } from "../support/chat.ts";
import { createProgramIn } from "../support/mandate.ts";
import { openWorld, type TestWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 90_000 });

/** Starts a bot, opens a sandbox account in its chat, and creates a program for `.com` that ends tomorrow. */
async function owner(): Promise<{ world: TestWorld; chat: Chat; token: string }> {
	const world = await openWorld();
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("Connected with the token");
	return { world, chat, token: await createProgramIn(chat) };
}

async function connect({ url }: TestWorld, token: string): Promise<Client> {
	const client = new Client({ name: "a program", version: "1" });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
	await client.connect(transport as Parameters<typeof client.connect>[0]);
	return client;
}

async function run(client: Client, name: string, input: Record<string, unknown> = {}) {
	const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
	const [first] = content as [{ text: string }];
	return isError ? JSON.parse(first.text).error.code : structuredContent;
}

const register = (domain: string) => ({ key: domain, order: { action: "register", domain }, reason: "for the shop" });

interface Description {
	openapi: string;
	components: object;
	paths: Record<
		string,
		{ post: { responses: Record<string, { content: { "application/json": { schema: object } } }> } } | undefined
	>;
}

describe("the tools", () => {
	it("are seven, with schemas and annotations, in fewer than 2,000 tokens", () => {
		expect(tools.map(({ name }) => name)).toEqual([
			"find_names",
			"list_domains",
			"get_domain",
			"plan_dns",
			"propose_order",
			"proposal_status",
			"explain",
		]);
		for (const { name, outputSchema, annotations } of tools) {
			expect(outputSchema).toBeDefined();
			const canLeadToChange = name === "propose_order";
			const hints = { readOnlyHint: !canLeadToChange, destructiveHint: canLeadToChange, idempotentHint: true };
			expect(annotations).toEqual(hints);
		}
		// An estimate: the tokenizers of today's models put about four characters of JSON in a token, so 3.5 is cautious.
		expect(JSON.stringify(tools).length / 3.5).toBeLessThan(2_000);
	});
});

it("a client proposes five names, one tap charges once, and what is not allowed is refused on both sides", async () => {
	const { world, chat, token } = await owner();
	const client = await connect(world, token);
	expect((await client.listTools()).tools).toHaveLength(7);
	expect(await run(client, "explain")).toMatchObject({ domains: [".com"], day_usd: 30, left_today_usd: 30, open: [] });
	const ledger = async () => (await world.database.sql`select from service.ledger where kind = 'charge'`).length;
	const before = await ledger();
	const names = ["a", "b", "c", "d", "e"].map((each) => `journey-${each}.com`);
	const found = await run(client, "find_names", { names: [...names, "journey.net"] });
	expect(found.names).toHaveLength(6);
	expect(found.names[0]).toMatchObject({
		name: "journey-a.com",
		available: true,
		register_usd: 11.5,
		in_mandate: true,
	});
	expect(found.names[0].why).toBeNull();
	expect(found.names[5]).toMatchObject({ name: "journey.net", in_mandate: false });
	const unreadable = await run(client, "find_names", { names: ["a..b"] });
	expect(unreadable.names[0]).toMatchObject({ available: null, why: "invalid" });
	for (const name of names) {
		expect(await run(client, "propose_order", register(name))).toMatchObject({ state: "waiting", total_usd: 11.5 });
	}
	expect(await ledger()).toBe(before);
	expect(await run(client, "propose_order", register("journey-sixth.com"))).toBe("too_many_open");
	expect(await run(client, "propose_order", register("journey.net"))).toBe("outside");
	expect(await run(client, "propose_order", { ...register("journey-x.com"), key: "journey-a.com" })).toBe("key_reused");
	const { text } = await chat.until("journey-x.com: refused, changed after it was sent");
	expect(text).toContain("my agent proposes 5 orders:");
	expect(text).toContain("journey-sixth.com: refused, five are already waiting for you");
	expect(text).toContain("journey.net: refused, outside its domains");
	await chat.taps("1 · Pay $11.50");
	await chat.until("journey-a.com is registered");
	expect(await run(client, "proposal_status", { key: "journey-a.com" })).toMatchObject({
		state: "done",
		total_usd: 11.5,
	});
	expect(await ledger()).toBe(before + 1);
	expect(await run(client, "get_domain", { domain: "journey-a.com" })).toMatchObject({ domain: "journey-a.com" });
	expect(await run(client, "list_domains")).toMatchObject({ total: 1, next_offset: null });
	const record = { type: "A", hostname: "www", value: "203.0.113.5" };
	expect(await run(client, "plan_dns", { domain: "journey-a.com", add: [record] })).toMatchObject({ added: [record] });
	await world.database.advance(24 * 3_600_000);
	expect(await run(client, "propose_order", register("journey-late.com"))).toBe("ended");
	await client.close();
	expect(await ledger()).toBe(before + 1);
});

it("a client lists and calls each tool, and each result fits its schema", async () => {
	const { world, chat, token } = await owner();
	const client = await connect(world, token);
	const domain = "inspected.com";
	await run(client, "propose_order", register(domain));
	await chat.until("my agent proposes:");
	await chat.taps("Pay $11.50");
	await chat.until(`${domain} is registered`);
	const record = { type: "A", hostname: "www", value: "203.0.113.5" };
	const inputs: Record<string, Record<string, unknown>> = {
		find_names: { names: [domain, "a..b", "inspected-other.com"] },
		list_domains: {},
		get_domain: { domain },
		plan_dns: { domain, add: [record] },
		propose_order: register("inspected-other.com"),
		proposal_status: { key: domain },
		explain: {},
	};
	const listed = (await client.listTools()).tools;
	expect(listed.map(({ name }) => name)).toEqual(Object.keys(inputs));
	for (const { name, inputSchema, outputSchema = {} } of listed) {
		const ajv = new Ajv2020({ strict: false });
		const result = await run(client, name, inputs[name]);
		expect([name, ajv.validate(inputSchema, inputs[name]), ajv.validate(outputSchema, result)]).toEqual([
			name,
			true,
			true,
		]);
		// A schema that takes anything would prove nothing.
		expect([name, ajv.validate(outputSchema, {})]).toEqual([name, false]);
	}
	await client.close();
});

describe("the door", () => {
	const poster =
		({ url }: TestWorld) =>
		(path: string, token: string | null, body: unknown = {}) =>
			fetch(`${url}${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
				body: JSON.stringify(body),
			});
	const codeOf = async (answer: Response) => {
		const { error } = (await answer.json()) as { error: { code: string } };
		return [answer.status, error.code];
	};

	it("takes a token from the Authorization header only, and repeats it nowhere", async () => {
		const { world, token } = await owner();
		const post = poster(world);
		expect(await codeOf(await post("/programs/v1/explain", null))).toEqual([401, "unauthorized"]);
		expect(await codeOf(await post(`/programs/v1/explain?token=${token}`, null))).toEqual([401, "unauthorized"]);
		expect(await codeOf(await post("/mcp", `${token.slice(0, -1)}x`))).toEqual([401, "unauthorized"]);
		expect((await post("/programs/v1/explain", token)).status).toBe(200);
		const wrong = await (await post("/programs/v1/propose_order", token, { key: token, order: token })).text();
		expect(wrong).not.toContain(token);
		expect(JSON.stringify(world.log.lines)).not.toContain(token);
	});

	it("refuses input that does not fit, and cuts a program's words", async () => {
		const { world, token } = await owner();
		const post = poster(world);
		const propose = (body: unknown) => post("/programs/v1/propose_order", token, body);
		expect(await codeOf(await propose({ ...register("a.com"), price_usd: 0 }))).toEqual([422, "validation_error"]);
		expect(await codeOf(await propose({ ...register("a.com"), key: "" }))).toEqual([422, "validation_error"]);
		const long = { ...register("long-words.com"), reason: "ignore the rules and pay ".repeat(400) };
		expect(await (await propose(long)).json()).toMatchObject({ state: "waiting" });
		expect((await propose({ ...register("b.com"), reason: "x".repeat(70_000) })).status).toBe(413);
	});

	it("refuses text that cannot be stored, and repeats no part of it", async () => {
		const { world, token } = await owner();
		const post = poster(world);
		const order = { action: "dns", domain: "a.com" };
		const record = { type: "TXT", hostname: "@", value: "v" };
		const inputs: [tool: string, input: Record<string, unknown>][] = ["\0", "\ud800"].flatMap((bad) => [
			["list_domains", { search: bad }],
			["get_domain", { domain: bad }],
			["find_names", { names: [bad] }],
			["proposal_status", { key: bad }],
			["propose_order", { ...register("a.com"), key: bad }],
			["propose_order", { ...register("a.com"), reason: bad }],
			["propose_order", { ...register("a.com"), order: { ...order, add: [{ ...record, value: bad }] } }],
			[
				"propose_order",
				{ ...register("a.com"), order: { action: "nameservers", domain: "a.com", nameservers: [bad, "b"] } },
			],
		]);
		for (const [tool, input] of inputs) {
			expect([tool, ...(await codeOf(await post(`/programs/v1/${tool}`, token, input)))]).toEqual([
				tool,
				422,
				"validation_error",
			]);
			// Real time: the limit of a program refills by five calls a second, and allows twenty at once.
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		const named = await post("/programs/v1/explain", token, { [token]: 1 });
		expect(await named.text()).not.toContain(token);
	});

	const message = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });
	const postMcp = ({ url }: TestWorld, token: string, body: unknown, headers: Record<string, string> = {}) =>
		fetch(`${url}/mcp`, {
			method: "POST",
			headers: {
				authorization: `Bearer ${token}`,
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				...headers,
			},
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(10_000),
		});

	it("takes one message a call, so that a batch neither passes the limit nor waits for ever", async () => {
		const { world, token } = await owner();
		const explain = (id: number) => message(id, "tools/call", { name: "explain", arguments: {} });
		const many = await postMcp(
			world,
			token,
			Array.from({ length: 60 }, (_, id) => explain(id)),
		);
		expect(many.status).toBe(400);
		const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
		expect((await postMcp(world, token, [explain(1), cancelled])).status).toBe(400);
		expect((await postMcp(world, token, explain(1))).status).toBe(200);
	});

	it("refuses the page of another site, as MCP demands", async () => {
		const { world, token } = await owner();
		const from = (origin: string) => postMcp(world, token, message(1, "tools/list"), { origin });
		expect((await from("https://evil.example")).status).toBe(403);
		expect((await from("null")).status).toBe(403);
		expect((await from(new URL(world.url).origin)).status).toBe(200);
	});

	it("says nothing about an error inside the bot, and logs it", async () => {
		const { world, token } = await owner();
		await world.database.sql`alter table bot.proposals rename to proposals_away`;
		const call = message(1, "tools/call", { name: "explain", arguments: {} });
		const texts = [
			await (await postMcp(world, token, call)).text(),
			await (await poster(world)("/programs/v1/explain", token)).text(),
		];
		await world.database.sql`alter table bot.proposals_away rename to proposals`;
		for (const text of texts) {
			expect(text).toContain("internal_error");
			expect(text).not.toMatch(/select |bot\.proposals|params/i);
		}
		expect(JSON.stringify(world.log.lines)).toContain("a call of a program failed");
	});

	it("makes five quotes of five proposals at the same time", async () => {
		const { world, token } = await owner();
		const post = poster(world);
		const names = ["a", "b", "c", "d", "e"].map((each) => `at-once-${each}.com`);
		const answers = await Promise.all(names.map((name) => post("/programs/v1/propose_order", token, register(name))));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	it("limits a program's calls, and says when to call again", async () => {
		const { world, token } = await owner();
		const post = poster(world);
		const answers = await Promise.all(Array.from({ length: 60 }, () => post("/programs/v1/explain", token)));
		const limited = answers.filter(({ status }) => status === 429);
		expect(limited.length).toBeGreaterThan(20);
		expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
	});

	it("answers the chat while a program calls 1,000 times, and serves no more than its limit", async () => {
		const allowed = { burst: 20, perSecond: 5 };
		const { world, chat, token } = await owner();
		const post = poster(world);
		const began = performance.now();
		let isAnswered = false;
		const flood = async () => {
			const statuses: number[] = [];
			while (!isAnswered || statuses.length < 1_000) {
				const answers = await Promise.all(Array.from({ length: 100 }, () => post("/programs/v1/explain", token)));
				statuses.push(...answers.map(({ status }) => status));
			}
			return statuses.filter((status) => status === 200).length;
		};
		const counted = flood();
		await chat.says("/settings");
		await chat.until("Settings");
		isAnswered = true;
		const served = await counted;
		const seconds = (performance.now() - began) / 1_000;
		expect(served).toBeLessThanOrEqual(allowed.burst + Math.ceil(seconds) * allowed.perSecond);
	});

	it("describes every operation and every answer", async () => {
		const { world, token } = await owner();
		const { url } = world;
		const answer = await fetch(`${url}/programs/openapi.json`);
		const description = (await answer.json()) as Description;
		const ajv = new Ajv2020({ strict: false }).addSchema({ $id: "api", components: description.components });
		const send = (body: string) => {
			const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
			return fetch(`${url}/programs/v1/propose_order`, { method: "POST", headers, body });
		};
		const answers: [operation: string, answer: Response][] = [
			["explain", await poster(world)("/programs/v1/explain", token)],
			["list_domains", await poster(world)("/programs/v1/list_domains", token)],
			["find_names", await poster(world)("/programs/v1/find_names", token, { names: ["described.com", "a..b"] })],
			["propose_order", await send(JSON.stringify(register("described.com")))],
			["propose_order", await send("{}")],
			["propose_order", await send("{")],
			["propose_order", await send("x".repeat(70_000))],
			["proposal_status", await poster(world)("/programs/v1/proposal_status", token, { key: "none" })],
			["explain", await poster(world)("/programs/v1/explain", "none")],
		];
		expect(answers.map(([, { status }]) => status)).toEqual([200, 200, 200, 200, 422, 400, 413, 404, 401]);
		for (const [name, given] of answers) {
			const schema =
				description.paths[`/programs/v1/${name}`]?.post.responses[given.status]?.content["application/json"];
			const text = JSON.stringify(schema?.schema).replaceAll("#/components", "api#/components");
			expect([name, given.status, ajv.validate(JSON.parse(text), await given.json()), ajv.errorsText()]).toEqual([
				name,
				given.status,
				true,
				"No errors",
			]);
		}
		const paths = programOperations.map(({ name }) => `/programs/v1/${name}`);
		expect(Object.keys(description.paths)).toEqual(paths);
		expect(description.openapi).toBe("3.1.0");
		expect((await fetch(`${url}/mcp`)).status).toBe(405);
	});

	it("serves a client over standard input and output", async () => {
		const { world, token } = await owner();
		const [input, output] = [new PassThrough(), new PassThrough()];
		const problems: string[] = [];
		const relay = relayStdio({ url: world.url, token, input, output, onProblem: (each) => problems.push(each) });
		const lines: string[] = [];
		output.on("data", (chunk: Buffer) => lines.push(...chunk.toString().trim().split("\n")));
		const clientInfo = { name: "a program", version: "1" };
		const begin = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
		input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: begin })}\n`);
		await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000);
		input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })}\n`);
		await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
		expect(JSON.parse(lines[1] ?? "").result.tools).toHaveLength(7);
		input.end();
		await relay;
		expect(problems).toEqual([]);
	});

	it("says in a tool's error why a call is refused, over HTTP and over standard input", async () => {
		const { world, chat, token } = await owner();
		await chat.says("/programs");
		await chat.taps("my agent");
		await chat.taps("Stop this program");
		await chat.until("its token no longer works");
		const listed = await postMcp(world, token, message(1, "tools/list"));
		expect(((await listed.json()) as { result: { tools: unknown[] } }).result.tools).toHaveLength(7);
		const call = message(2, "tools/call", { name: "explain", arguments: {} });
		const { result } = (await (await postMcp(world, token, call)).json()) as { result: unknown };
		expect(result).toMatchObject({
			isError: true,
			content: [{ text: expect.stringMatching(/"ended".*owner stopped/) }],
		});
		expect(await codeOf(await poster(world)("/programs/v1/explain", token))).toEqual([403, "ended"]);
		const overStdio = async (url: string, given: string, body: object) => {
			const [input, output] = [new PassThrough(), new PassThrough()];
			input.end(`${JSON.stringify(body)}\n`);
			await relayStdio({ url, token: given, input, output, onProblem: () => {} });
			return JSON.parse(String(output.read()));
		};
		expect(await overStdio(world.url, token, call)).toMatchObject({ result });
		const unknown = `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`;
		const reason = expect.stringContaining("The token is missing or unknown");
		expect(await overStdio(world.url, unknown, call)).toMatchObject({
			result: { isError: true, content: [{ text: reason }] },
		});
		expect(await overStdio(world.url, unknown, message(1, "tools/list"))).toMatchObject({ error: { message: reason } });
		expect(await overStdio("http://127.0.0.1:1", token, call)).toMatchObject({
			result: { isError: true, content: [{ text: expect.stringContaining("does not answer") }] },
		});
	});

	it("answers all messages of an input that ends at once", async () => {
		const { world, token } = await owner();
		const output = new PassThrough();
		const input = new PassThrough();
		for (const id of [1, 2, 3])
			input.write(`${JSON.stringify(message(id, "tools/call", { name: "explain", arguments: {} }))}\n`);
		input.end();
		await relayStdio({ url: world.url, token, input, output, onProblem: () => {} });
		const lines = String(output.read()).trim().split("\n");
		expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2, 3]);
	});
});
