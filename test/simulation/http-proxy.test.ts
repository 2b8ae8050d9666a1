import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { listenLocally } from "../support/port.ts";
import { type Answer, createHttpProxy, type HttpProxyOptions, type Trouble } from "./http-proxy.ts";

const success = { status: true, result: { domain: "example.com", status: "registered" } };

/** `served` lists the requests that the service executed. */
async function openProxied(trouble?: Trouble, options: Partial<HttpProxyOptions> = {}) {
	const served: string[] = [];
	const server = createServer(async (request, response) => {
		served.push(`${request.method} ${request.url} ${Buffer.concat(await request.toArray())}`);
		response.setHeader("content-type", "application/json").end(JSON.stringify(success));
	});
	const target = `http://127.0.0.1:${await listenLocally(server)}`;
	const proxy = await createHttpProxy({ target: () => target, trouble: () => trouble, ...options });
	onTestFinished(async () => {
		await proxy[Symbol.asyncDispose]();
		server.closeAllConnections();
		server.close();
	});
	const call = () => fetch(`${proxy.url}/domains/register`, { method: "POST", body: "{}" });
	return { proxy, served, call };
}

it("forwards an exchange without a trouble unchanged", async () => {
	const { call, served } = await openProxied();
	const response = await call();
	expect([response.status, await response.json()]).toEqual([200, success]);
	expect(served).toEqual(["POST /domains/register {}"]);
});

it("breaks the connection before the request is forwarded", async () => {
	const { call, served } = await openProxied({ kind: "reset_before" });
	await expect(call()).rejects.toThrow();
	expect(served).toHaveLength(0);
});

it("breaks the connection after the request was executed", async () => {
	const { call, served } = await openProxied({ kind: "reset_after" });
	await expect(call()).rejects.toThrow();
	expect(served).toHaveLength(1);
});

it.each(["reset_before", "reset_after"] as const)(
	"with %s, keeps the connection until something has happened",
	async (kind) => {
		const steps: string[] = [];
		const until = async () => {
			await new Promise(setImmediate);
			steps.push("the price rose");
		};
		const { call } = await openProxied({ kind, until });
		await call().catch(() => steps.push("the connection broke"));
		expect(steps).toEqual(["the price rose", "the connection broke"]);
	},
);

it("breaks off in the middle of the answer", async () => {
	const { call, served } = await openProxied({ kind: "truncated" });
	const response = await call();
	await expect(response.text()).rejects.toThrow();
	expect(served).toHaveLength(1);
});

it("sends half of the answer as if it were complete", async () => {
	const { call } = await openProxied({ kind: "invalid_json" });
	const response = await call();
	expect(response.status).toBe(200);
	await expect(response.json()).rejects.toThrow();
});

it("refuses a request in the service's name without executing it", async () => {
	const { call, served } = await openProxied({ kind: "refused", status: 413 });
	const response = await call();
	expect(response.status).toBe(413);
	expect(await response.json()).toMatchObject({ status: false, error: { code: "payload_too_large" } });
	expect(served).toHaveLength(0);
});

it("reports a failure for a request that was executed", async () => {
	const { call, served } = await openProxied({ kind: "failed_after" });
	expect((await call()).status).toBe(500);
	expect(served).toHaveLength(1);
});

it.each([
	[403, true],
	[404, false],
])("answers with an HTML page, status %i", async (status, executed) => {
	const { call, served } = await openProxied({ kind: "page", status, executed });
	const response = await call();
	expect([response.status, response.headers.get("content-type")]).toEqual([status, "text/html"]);
	expect(served).toHaveLength(executed ? 1 : 0);
});

it("reports that the token is blocked", async () => {
	const { call, served } = await openProxied({ kind: "block", seconds: 300 });
	const response = await call();
	expect([response.status, response.headers.get("retry-after")]).toEqual([429, "300"]);
	expect(served).toHaveLength(0);
});

it("executes the same request twice", async () => {
	const answers: number[] = [];
	const { call, served } = await openProxied(
		{ kind: "twice" },
		{ executed: (_, { status }) => answers.push(status) > 0 },
	);
	expect((await call()).status).toBe(200);
	expect(served).toHaveLength(2);
	expect(answers).toEqual([200, 200]);
});

it("holds the answer back until it is released", async () => {
	const held = Promise.withResolvers<void>();
	const carriedOut = Promise.withResolvers<Answer>();
	const { call } = await openProxied(
		{ kind: "late", until: () => held.promise },
		{
			executed: (_exchange, answer) => {
				carriedOut.resolve(answer);
				return true;
			},
		},
	);
	const response = call();
	expect((await carriedOut.promise).status).toBe(200);
	held.resolve();
	expect((await response).status).toBe(200);
});

it("executes a request after its caller lost the connection", async () => {
	const held = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<Answer | undefined>();
	const { call, served } = await openProxied(
		{ kind: "delayed", until: () => held.promise },
		{ ended: (_exchange, passed) => ended.resolve(passed) },
	);
	await expect(call()).rejects.toThrow();
	expect(served).toHaveLength(0);
	held.resolve();
	expect(await ended.promise).toBeUndefined();
	expect(served).toHaveLength(1);
});

it("breaks open connections and accepts no new ones after a disconnect", async () => {
	const { call, proxy } = await openProxied({ kind: "late", until: () => new Promise(() => {}) });
	const response = call();
	proxy.cut();
	await expect(response).rejects.toThrow();
	await expect(call()).rejects.toThrow();
});

it("executes a slow request only when it is released", async () => {
	const { promise: over, resolve: end } = Promise.withResolvers<void>();
	const begun = Promise.withResolvers<void>();
	const until = async (): Promise<void> => {
		begun.resolve();
		await over;
	};
	const { call, served } = await openProxied({ kind: "slow", until });
	const answered = call();
	await begun.promise;
	expect(served).toEqual([]);
	end();
	expect((await answered).status).toBe(200);
	expect(served).toHaveLength(1);
});

it("passes on the rewritten answer", async () => {
	const { call } = await openProxied(undefined, {
		rewrite: (_exchange, answer) => ({ ...answer, body: Buffer.from('{"status":true,"result":{}}') }),
	});
	expect(await (await call()).json()).toEqual({ status: true, result: {} });
});

it("kills the service while it executes a request", async () => {
	const died = Promise.withResolvers<void>();
	const { call } = await openProxied({ kind: "dies", ms: 0, die: died.resolve });
	await call();
	await died.promise;
});
