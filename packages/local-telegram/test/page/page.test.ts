import { get } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTelegram } from "../../../../test/support/telegram.ts";
import { page } from "../../src/page/page.ts";

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
	app = Fastify();
	await app.register(page);
	url = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

async function loadAll(): Promise<Map<string, Response>> {
	const loaded = new Map<string, Response>();
	const queue = ["/"];
	for (const path of queue) {
		if (loaded.has(path)) continue;
		const response = await fetch(url + path);
		loaded.set(path, response.clone());
		const text = await response.text();
		const references = text.matchAll(
			/(?:href|src)="([^"]+)"|^(?:import|export)\b[^"]*from "([^"]+)"|url\("([^"]+)"\)/gm,
		);
		for (const [, link, module, image] of references) {
			queue.push(new URL(link ?? module ?? image ?? "", url + path).pathname);
		}
	}
	return loaded;
}

describe("the chat page", () => {
	it("consists of existing files with the types that browsers require", async () => {
		const loaded = await loadAll();
		expect(loaded.size).toBeGreaterThan(30);
		for (const [path, response] of loaded) {
			expect([path, response.status]).toEqual([path, 200]);
			const type = path.endsWith(".ts") ? "javascript" : path.endsWith(".css") ? "css" : path === "/" ? "html" : "svg";
			expect([path, response.headers.get("content-type")]).toEqual([path, expect.stringContaining(type)]);
		}
	});

	it("allows nothing external, nothing inline, and no embedding in a frame", async () => {
		const policy = (await fetch(url)).headers.get("content-security-policy") ?? "";
		expect(policy.split("; ")).toEqual(
			expect.arrayContaining([
				"default-src 'none'",
				"script-src 'self'",
				"frame-ancestors 'none'",
				"trusted-types 'none'",
			]),
		);
		expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
	});

	it("refers to nothing external and builds no markup from text", async () => {
		for (const [path, response] of await loadAll()) {
			const text = await response.text();
			expect([path, /(?:src|href|url\()\W*["'(]?(?:https?:)?\/\//.test(text)]).toEqual([path, false]);
			expect([path, /innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(text)]).toEqual([path, false]);
		}
	});

	it("sends modules without types, line for line", async () => {
		const text = await (await fetch(`${url}/page/browser/address.ts`)).text();
		expect(text).toContain("export function formatAddress(person        , chat        )");
		expect(text).not.toContain("interface");
	});

	it("answers 304 for a file that the browser has", async () => {
		const first = await fetch(`${url}/page/browser/main.ts`);
		const etag = first.headers.get("etag") ?? "";
		const again = await fetch(`${url}/page/browser/main.ts`, { headers: { "if-none-match": etag } });
		expect(etag).not.toBe("");
		expect(again.status).toBe(304);
		expect(await again.text()).toBe("");
	});

	it("is protected by the guard of the local Telegram, which refuses foreign hosts and origins", async () => {
		const server = await startTelegram();
		const { host, port } = new URL(server.url);
		const status = (headers: Record<string, string>): Promise<number | undefined> =>
			new Promise((resolve, reject) => {
				get({ port, headers }, (response) => resolve(response.resume().statusCode)).on("error", reject);
			});
		expect(await status({ host })).toBe(200);
		expect(await status({ host: "evil.example" })).toBe(403);
		expect(await status({ host, origin: "https://evil.example" })).toBe(403);
	});

	it.each([
		"/page/page.ts",
		"/page/../protocol.ts",
		"/page/%2e%2e/protocol.ts",
		"/page/browser/tsconfig.json",
		"/page/",
	])("does not serve %s", async (path) => {
		expect((await app.inject({ url: path })).statusCode).toBe(404);
	});
});
