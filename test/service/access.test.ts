import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToken } from "../../src/service/token.ts";
import { done, fetchAnswer, startService, type TestService } from "../support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world[Symbol.asyncDispose]());

const code = async (path: string, token: string, init: RequestInit = {}) => {
	const { status, body } = await fetchAnswer(world.url + path, token, init);
	return [status, body.error?.code];
};

describe("the token", () => {
	it.each(["", "x", "dts_short"])("%j is not valid", async (token) => {
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
	});

	it("is not valid when nobody has it", async () => {
		expect(await code("/account", createToken())).toEqual([401, "unauthorized"]);
		const answer = await fetchAnswer(`${world.url}/account`, createToken());
		expect(answer.headers.get("www-authenticate")).toBe("Bearer");
	});

	it("dies when it is re-issued, and the new one works at once", async () => {
		const { userId, token } = await world.open();
		const next = done(await world.service.desk.issueToken(randomUUID(), userId)).token;
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
		expect(await code("/account", next)).toEqual([200, undefined]);
	});

	it("does nothing while the API is switched off", async () => {
		const { userId, token } = await world.open();
		await world.service.desk.setApi(randomUUID(), userId, false);
		expect(await code("/account", token)).toEqual([401, "unauthorized"]);
		await world.service.desk.setApi(randomUUID(), userId, true);
		expect(await code("/account", token)).toEqual([200, undefined]);
	});
});

describe("the whitelist", () => {
	it("closes everything while it is empty", async () => {
		const { userId, token } = await world.open();
		await world.service.desk.setWhitelist(randomUUID(), userId, []);
		expect(await code("/account", token)).toEqual([403, "forbidden"]);
	});

	it("is asked for the address that a trusted proxy names", async () => {
		const { userId, token } = await world.open();
		await world.service.desk.setWhitelist(randomUUID(), userId, ["203.0.113.0/24"]);
		const from = (address: string) => code("/account", token, { headers: { "x-forwarded-for": address } });
		expect(await from("203.0.113.9")).toEqual([200, undefined]);
		expect(await from("::ffff:203.0.113.9")).toEqual([200, undefined]);
		expect(await from("198.51.100.1")).toEqual([403, "forbidden"]);
		// What stands before an untrusted hop is only that hop's word.
		expect(await from("203.0.113.9, 198.51.100.1")).toEqual([403, "forbidden"]);
		expect(await from("unknown")).toEqual([403, "forbidden"]);
		expect(await code("/account", token)).toEqual([403, "forbidden"]);
	});

	it("does not listen to a proxy that nobody trusts", async () => {
		await using plain = await startService();
		const { token } = await plain.open();
		const answer = await fetchAnswer(`${plain.url}/account`, token, { headers: { "x-forwarded-for": "198.51.100.1" } });
		expect(answer.status).toBe(200);
	});
});

describe("the order of the checks", () => {
	it("asks for the token, then the address, before it says whether there is such a path", async () => {
		const { userId, token } = await world.open();
		expect(await code("/nothing", "x")).toEqual([401, "unauthorized"]);
		expect(await code("/nothing", token)).toEqual([404, "not_found"]);
		await world.service.desk.setWhitelist(randomUUID(), userId, []);
		expect(await code("/nothing", token)).toEqual([403, "forbidden"]);
		expect(await code("/account", token, { method: "DELETE" })).toEqual([403, "forbidden"]);
	});

	it("says which methods a known path has", async () => {
		const { token } = await world.open();
		for (const [method, path, allow] of [
			["DELETE", "/account", "GET"],
			["POST", "/domains", "GET"],
			["GET", "/domains/register/batch", "POST"],
			["POST", "/domains/example.com/dns", "GET, PUT"],
			["HEAD", "/zones", "GET"],
		] as const) {
			const response = await fetch(world.url + path, { method, headers: { authorization: `Bearer ${token}` } });
			expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
		}
	});

	it("wants JSON and a key before it looks at the fields", async () => {
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

	it("refuses a body above 1 MiB", async () => {
		const { token } = await world.open();
		const body = JSON.stringify({ items: ["x".repeat(1024 * 1024)] });
		const init = { method: "POST", body, headers: { "content-type": "application/json" } };
		expect(await code("/domains/search/batch", token, init)).toEqual([413, "payload_too_large"]);
	});

	it("answers an address that cannot be decoded", async () => {
		const { token } = await world.open();
		expect(await code("/domains/%E0%A4%A", token)).toEqual([400, "bad_request"]);
	});
});

it("gives back the caller's own request id, or makes one", async () => {
	const { token } = await world.open();
	const id = async (headers: Record<string, string>) =>
		(await fetchAnswer(`${world.url}/account`, token, { headers })).headers.get("x-request-id");
	expect(await id({ "x-request-id": "update-7.call-2" })).toBe("update-7.call-2");
	expect(await id({ "x-request-id": "not <fit> for a log" })).toMatch(/^[\da-f-]{36}$/);
	expect(await id({})).toMatch(/^[\da-f-]{36}$/);
});
