import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done, fetchAnswer, startService, type TestService } from "../../../test/support/service.ts";
import { createToken } from "../src/access.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world[Symbol.asyncDispose]());

const code = async (path: string, token: string, init: RequestInit = {}) => {
	const { status, body } = await fetchAnswer(world.url + path, token, init);
	return [status, body.error?.code];
};

async function exchangeRaw(text: string): Promise<string> {
	const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
	socket.write(text);
	return Buffer.concat(await socket.toArray()).toString();
}

describe("the token", () => {
	it.each(["", "x", "dts_short"])("%j is not valid", async (token) => {
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
	});

	it("is rejected if it is unknown", async () => {
		expect(await code("/account", createToken())).toEqual([401, "unauthorized"]);
		const answer = await fetchAnswer(`${world.url}/account`, createToken());
		expect(answer.headers.get("www-authenticate")).toBe("Bearer");
	});

	it("stops working when it is re-issued, and the new one works immediately", async () => {
		const { userId, token } = await world.open();
		const next = done(await world.service.admin.issueToken(randomUUID(), userId)).token;
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
		expect(await code("/account", next)).toEqual([200, undefined]);
	});

	it("is rejected while the API is off", async () => {
		const { userId, token } = await world.open();
		await world.service.admin.setApi(randomUUID(), userId, false);
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
		await world.service.admin.setApi(randomUUID(), userId, true);
		expect(await code("/account", token)).toEqual([200, undefined]);
	});
});

describe("the whitelist", () => {
	it("blocks every caller while it is empty", async () => {
		const { userId, token } = await world.open();
		await world.service.admin.setWhitelist(randomUUID(), userId, []);
		expect(await code("/account", token)).toEqual([403, "forbidden"]);
	});

	it("is checked against the address that a trusted proxy names", async () => {
		const { userId, token } = await world.open();
		await world.service.admin.setWhitelist(randomUUID(), userId, ["203.0.113.0/24"]);
		const from = (address: string) => code("/account", token, { headers: { "x-forwarded-for": address } });
		expect(await from("203.0.113.9")).toEqual([200, undefined]);
		expect(await from("::ffff:203.0.113.9")).toEqual([200, undefined]);
		expect(await from("198.51.100.1")).toEqual([403, "forbidden"]);
		// The trusted proxy appends the address of its caller at the end of the list. The caller can invent all other
		// addresses, so they do not count.
		expect(await from("203.0.113.9, 198.51.100.1")).toEqual([403, "forbidden"]);
		expect(await from("unknown")).toEqual([403, "forbidden"]);
		expect(await code("/account", token)).toEqual([403, "forbidden"]);
	});

	it.each([
		[["203.0.113.5"], "203.0.113.5", 200],
		[["203.0.113.5"], "203.0.113.6", 403],
		[["203.0.113.0/24"], "203.0.113.200", 200],
		[["203.0.113.0/24"], "203.0.114.1", 403],
		[["203.0.113.0/24"], "203.0.113.0/24", 403],
		[["10.0.0.0/8", "2001:db8::/32"], "2001:db8:ffff::1", 200],
		[["0.0.0.0/0"], "2001:db8::1", 403],
		[["::/0"], "203.0.113.5", 403],
		[["::/0"], "fe80::1%eth0", 200],
		[["2001:db8::1"], "2001:db8::1", 200],
	])("containing %j accepts or rejects %s: %i", async (entries, address, status) => {
		const { userId, token } = await world.open();
		done(await world.service.admin.setWhitelist(randomUUID(), userId, entries));
		const answer = await fetchAnswer(`${world.url}/account`, token, { headers: { "x-forwarded-for": address } });
		expect(answer.status).toBe(status);
	});

	it("is checked before the rate limit, and neither a bad token nor a bad address counts", async () => {
		const { userId, token } = await world.open();
		const counted = async () => (await world.database.sql`select from service.rates`).length;
		const before = await counted();
		await world.service.admin.setWhitelist(randomUUID(), userId, ["203.0.113.5"]);
		expect(await code("/account", token)).toEqual([403, "forbidden"]);
		expect(await code("/account", createToken())).toEqual([401, "unauthorized"]);
		expect(await counted()).toBe(before);
	});

	it.each([
		["X-Forwarded-For", "127.0.0.1"],
		["X-Real-IP", "203.0.113.9"],
		["Forwarded", "for=203.0.113.9"],
		["x-forwarded-for", ""],
	])("rejects a request with %s: %s if TRUSTED_PROXIES is not set", async (name, value) => {
		await using plain = await startService();
		const { token, userId } = await plain.open();
		const call = (secret: string) => fetchAnswer(`${plain.url}/account`, secret, { headers: { [name]: value } });
		const { status, body } = await call(token);
		expect([status, body.error?.code]).toEqual([403, "forbidden"]);
		expect(body.error?.message).toMatch(
			new RegExp(`^A proxy header \\(${name}\\) arrived, but TRUSTED_PROXIES is not set`, "i"),
		);
		await plain.service.admin.setWhitelist(randomUUID(), userId, ["0.0.0.0/0", "::/0"]);
		expect((await call(token)).status).toBe(403);
		expect((await call("x")).status).toBe(401);
		expect((await fetchAnswer(`${plain.url}/account`, token)).status).toBe(200);
	});

	it("rejects a proxy that TRUSTED_PROXIES does not contain, and one that names no caller", async () => {
		const { token } = await world.open();
		const message = async (url: string, headers: Record<string, string>, secret = token) =>
			(await fetchAnswer(`${url}/account`, secret, { headers })).body.error?.message;
		expect(await message(world.url, { "x-real-ip": "127.0.0.1" })).toContain("without X-Forwarded-For");
		expect(await message(world.url, { "x-real-ip": "9.9.9.9", "x-forwarded-for": "127.0.0.1" })).toBeUndefined();
		await using elsewhere = await startService({ trustedProxies: ["10.0.0.1"] });
		const other = await elsewhere.open();
		const untrusted = await message(elsewhere.url, { "x-forwarded-for": "127.0.0.1" }, other.token);
		expect(untrusted).toContain("arrived from 127.0.0.1, which TRUSTED_PROXIES does not contain");
	});

	it("also rejects a proxied request whose path cannot be decoded", async () => {
		await using plain = await startService();
		const { token } = await plain.open();
		const headers = { "x-forwarded-for": "127.0.0.1" };
		expect((await fetchAnswer(`${plain.url}/%zz`, token, { headers })).status).toBe(403);
	});
});

describe("the order of the checks", () => {
	it("checks the token, then the address, then the path", async () => {
		const { userId, token } = await world.open();
		expect(await code("/nothing", "x")).toEqual([401, "unauthorized"]);
		expect(await code("/nothing", token)).toEqual([404, "not_found"]);
		await world.service.admin.setWhitelist(randomUUID(), userId, []);
		expect(await code("/nothing", token)).toEqual([403, "forbidden"]);
		expect(await code("/account", token, { method: "DELETE" })).toEqual([403, "forbidden"]);
	});

	it("checks the path and the method before the body", async () => {
		const { token } = await world.open();
		const send = (method: string, path: string, type = "application/json") =>
			code(path, token, { method, body: "{bad", headers: { "content-type": type } });
		expect(await send("POST", "/nope")).toEqual([404, "not_found"]);
		expect(await send("POST", "/nope", "text/plain")).toEqual([404, "not_found"]);
		expect(await send("DELETE", "/account")).toEqual([405, "method_not_allowed"]);
		expect(await send("POST", "/openapi.json")).toEqual([405, "method_not_allowed"]);
	});

	it("returns the methods of a known path", async () => {
		const { token } = await world.open();
		for (const [method, path, allow] of [
			["DELETE", "/account", "GET, HEAD"],
			["POST", "/domains", "GET, HEAD"],
			["GET", "/domains/register/batch", "POST"],
			["POST", "/domains/example.com/dns", "GET, HEAD, PUT"],
			["HEAD", "/domains/register/batch", "POST"],
			["POST", "/openapi.json", "GET, HEAD"],
		] as const) {
			const response = await fetch(world.url + path, { method, headers: { authorization: `Bearer ${token}` } });
			expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
		}
	});

	it("requires JSON and an Idempotency-Key before it checks the fields", async () => {
		const { token } = await world.open();
		const json = { "content-type": "application/json" };
		const key = { "idempotency-key": "k" };
		const post = (init: RequestInit) => code("/domains/register", token, { method: "POST", ...init });
		expect(await post({ body: "{}", headers: json })).toEqual([400, "bad_request"]);
		expect(await post({ body: "{}", headers: { ...json, "idempotency-key": "" } })).toEqual([400, "bad_request"]);
		expect(await post({ body: "{}", headers: { ...json, "idempotency-key": "k".repeat(256) } })).toEqual([
			400,
			"bad_request",
		]);
		expect(await post({ body: "{", headers: { ...json, ...key } })).toEqual([400, "bad_request"]);
		expect(await post({ body: "", headers: { ...json, ...key } })).toEqual([400, "bad_request"]);
		expect(await post({ headers: key })).toEqual([400, "bad_request"]);
		expect(await post({ body: "{}", headers: { "content-type": "text/plain", ...key } })).toEqual([400, "bad_request"]);
		expect(await post({ body: '{"__proto__":{}}', headers: { ...json, ...key } })).toEqual([400, "bad_request"]);
		expect(await post({ body: "null", headers: { ...json, ...key } })).toEqual([422, "validation_error"]);
		expect(await post({ body: "{}", headers: { ...json, "idempotency-key": "k".repeat(255) } })).toEqual([
			422,
			"validation_error",
		]);
	});

	it("requires UTF-8 and a limited nesting depth", async () => {
		const { token } = await world.open();
		const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
			code("/domains/register/batch", token, {
				method: "POST",
				body,
				headers: { "content-type": "application/json", "idempotency-key": randomUUID(), ...headers },
			});
		const good = '{"items":[{"domain":"a..b"}]}';
		expect(await post(good, { "content-type": "application/json; charset=UTF-8" })).toEqual([200, undefined]);
		expect(await post(good, { "content-type": "application/json; charset=utf-16" })).toEqual([400, "bad_request"]);
		expect(await post(good, { "content-encoding": "gzip" })).toEqual([400, "bad_request"]);
		expect(await post(Buffer.from(good.replace("a..b", "\xff"), "latin1"))).toEqual([400, "bad_request"]);
		const deep = (inside: string) => `{"items":[{"domain":"a..b","x":${inside}}]}`;
		expect(await post(deep("[".repeat(20) + "]".repeat(20)))).toEqual([200, undefined]);
		expect(await post(deep("[".repeat(200_000) + "]".repeat(200_000)))).toEqual([422, "validation_error"]);
		expect(await post(deep(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`))).toEqual([422, "validation_error"]);
	});

	it("refuses a body above 1 MiB", async () => {
		const { token } = await world.open();
		const body = JSON.stringify({ items: ["x".repeat(1024 * 1024)] });
		const init = { method: "POST", body, headers: { "content-type": "application/json" } };
		expect(await code("/domains/search/batch", token, init)).toEqual([413, "payload_too_large"]);
	});

	it("checks the token before it rejects a path that cannot be decoded", async () => {
		const { token } = await world.open();
		expect(await code("/domains/%E0%A4%A", token)).toEqual([400, "bad_request"]);
		expect(await code("/domains/%E0%A4%A", "x")).toEqual([401, "unauthorized"]);
		const answer = await fetchAnswer(`${world.url}/%zz`, token, { headers: { "x-request-id": "mine" } });
		expect(answer.headers.get("x-request-id")).toBe("mine");
		expect(await code(`/domains/${"a".repeat(10_000)}.com`, token)).toEqual([422, "validation_error"]);
	});

	it("answers malformed and oversized requests with the error envelope", async () => {
		const long = `GET /api/v1/domains/search?query=${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
		for (const text of ["FOO /api/v1/account HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", long]) {
			const [head = "", body = ""] = (await exchangeRaw(text)).split("\r\n\r\n");
			expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*X-Request-Id: /);
			expect(JSON.parse(body)).toMatchObject({ status: false, error: { code: "bad_request" } });
		}
		const nameless = await exchangeRaw("GET /api/v1/account HTTP/1.1\r\nConnection: close\r\n\r\n");
		expect(nameless).toContain('"code":"unauthorized"');
	});

	it("answers HEAD for the description", async () => {
		const response = await fetch(`${world.url}/openapi.json`, { method: "HEAD" });
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
	});
});

it("returns the caller's request id, or creates one", async () => {
	const { token } = await world.open();
	const id = async (headers: Record<string, string>) =>
		(await fetchAnswer(`${world.url}/account`, token, { headers })).headers.get("x-request-id");
	expect(await id({ "x-request-id": "update-7.call-2" })).toBe("update-7.call-2");
	expect(await id({ "x-request-id": "not <fit> for a log" })).toMatch(/^[\da-f-]{36}$/);
	expect(await id({})).toMatch(/^[\da-f-]{36}$/);
});
