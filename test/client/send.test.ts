import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { traced } from "@domains/kit/trace.ts";
import { Agent, buildConnector } from "undici";
import { describe, expect, it } from "vitest";
import { prepare } from "../../src/client/request.ts";
import type { TokenLimiter } from "../../src/client/result.ts";
import { freePort } from "../support/port.ts";
import { json, oddService, refusal, success, token } from "./odd-service.ts";

const now = new Date("2026-11-20T12:00:00Z");
const register = prepare({ endpoint: "register", item: { domain: "example.com", years: 1, external_ref: "#4K7Q" } });

describe("a call", () => {
	it("carries the token, the exact body, the key and the request id", async () => {
		await using service = await oddService((response) =>
			success(response, { domain: "example.com", status: "registered" }),
		);
		const result = await service.client.send(register, "key-1", { requestId: "req-1" });
		expect(result).toMatchObject({ kind: "ok", value: [{ domain: "example.com", result: "succeeded" }] });
		const [asked] = service.asked;
		expect(asked).toMatchObject({ method: "POST", path: "/api/v1/domains/register", body: register.body });
		expect(asked?.headers).toMatchObject({
			authorization: `Bearer ${token}`,
			"content-type": "application/json",
			"idempotency-key": "key-1",
			"x-request-id": "req-1",
		});
	});

	it("sends a read without body and key", async () => {
		await using service = await oddService((response) => success(response, { zones: [] }));
		await service.client.zones();
		expect(service.asked[0]).toMatchObject({ method: "GET", path: "/api/v1/zones", body: "" });
		for (const name of ["idempotency-key", "content-type", "x-request-id"])
			expect(service.asked[0]?.headers).not.toHaveProperty(name);
	});

	it("carries the id of the current trace, unless another id is given", async () => {
		await using service = await oddService((response) => success(response, { zones: [] }));
		await traced("update-7", () => service.client.zones());
		await traced("update-7", () => service.client.zones({ requestId: "req-8" }));
		expect(service.asked.map(({ headers }) => headers["x-request-id"])).toEqual(["update-7", "req-8"]);
	});

	it("is counted with its method, outcome and duration, even if it failed", async () => {
		const told: unknown[] = [];
		let clock = now;
		const answers = [
			(response: ServerResponse) => success(response, {}),
			(response: ServerResponse) => json(response, refusal("forbidden"), 403),
			(response: ServerResponse) => void response.socket?.destroy(),
		];
		await using service = await oddService(
			(response) => {
				clock = new Date(clock.getTime() + 40);
				return answers.shift()?.(response);
			},
			{ now: () => clock, onCall: (call) => told.push(call) },
		);
		await service.client.account();
		await service.client.account();
		await service.client.send(register, "k");
		expect(told).toEqual([
			{ method: "GET", outcome: "ok", milliseconds: 40 },
			{ method: "GET", outcome: "refused", milliseconds: 40 },
			{ method: "POST", outcome: "unknown", milliseconds: 40 },
		]);
		expect(service.lines.map((line) => JSON.parse(line).outcome)).toEqual(["ok", "403 forbidden", "reset"]);
	});

	it("logs method, path and outcome, and never the token", async () => {
		await using service = await oddService((response) => json(response, refusal("forbidden"), 403));
		await service.client.account({ requestId: "req-7" });
		expect(service.lines).toHaveLength(1);
		expect(JSON.parse(service.lines[0] ?? "")).toMatchObject({
			method: "GET",
			path: "/account",
			outcome: "403 forbidden",
			requestId: "req-7",
		});
		expect(service.lines.join()).not.toContain(token);
	});

	it("returns the answer's request id", async () => {
		await using service = await oddService((response) =>
			json(response, { status: true, result: {} }, 200, { "x-request-id": "theirs" }),
		);
		expect(await service.client.account()).toMatchObject({ kind: "ok", requestId: "theirs" });
	});
});

describe("only the service's envelope is an answer", () => {
	it.each([
		[
			"a refusal",
			404,
			refusal("domain_not_found"),
			{ kind: "refused", status: 404, code: "domain_not_found", message: "no" },
		],
		["a code nobody knows", 409, refusal("moon_phase"), { kind: "refused", status: 409, code: "moon_phase" }],
		["a refusal without a message", 422, { status: false, error: { code: "x" } }, { kind: "refused", message: "" }],
		["a refusal under 200", 200, refusal("insufficient_funds"), { kind: "refused", status: 409 }],
		["a success without a result", 200, { status: true }, { kind: "ok" }],
		["a success with keys of its own", 200, { status: true, result: { a: 1 }, meta: {} }, { kind: "ok" }],
		["JSON that is no envelope", 200, { domain: "example.com" }, { kind: "unknown", cause: "not_service" }],
		["a bare list", 200, [], { kind: "unknown", cause: "not_service" }],
		["a success under 500", 500, { status: true, result: {} }, { kind: "unknown", cause: "not_service" }],
		["an error without a code", 500, { status: false, error: "oops" }, { kind: "unknown", cause: "not_service" }],
	])("%s (%i)", async (_name, status, body, expected) => {
		await using service = await oddService((response) => json(response, body, status));
		expect(await service.client.send(register, "k")).toMatchObject(expected);
	});

	it.each([403, 404, 500, 502, 503])("a proxy's page with %i is unknown and may have run", async (status) => {
		await using service = await oddService((response) => {
			response.writeHead(status, { "content-type": "text/html" }).end("<html>Sorry</html>");
		});
		expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "not_service", sent: true });
	});

	it("half a body is unknown", async () => {
		await using service = await oddService((response) => {
			response.writeHead(200, { "content-type": "application/json" }).end('{"status":true,"result":{"dom');
		});
		expect(await service.client.send(register, "k")).toMatchObject({ kind: "unknown", cause: "not_service" });
	});

	it("never follows a redirect, so the token stays with the service", async () => {
		await using other = await oddService((response) => success(response, {}));
		await using service = await oddService((response) => {
			response.writeHead(307, { location: `${other.baseUrl}/account` }).end();
		});
		expect(await service.client.account()).toEqual({ kind: "unknown", cause: "redirect", sent: true });
		expect(other.asked).toEqual([]);
	});
});

describe("a call without an answer", () => {
	it("is unknown if the connection breaks before the answer", async () => {
		await using service = await oddService((response) => void response.destroy());
		expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "reset", sent: true });
		expect(service.asked).toHaveLength(1);
	});

	it("is unknown if the connection breaks within the answer", async () => {
		await using service = await oddService((response) => {
			response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
			response.write('{"status":true,', () => response.destroy());
		});
		expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "reset", sent: true });
	});

	it("is unknown if the answer is too large", async () => {
		const megabytes = (count: number) => ({ status: true, result: { filler: "x".repeat(count * 1024 * 1024) } });
		const sizes = [31, 32];
		await using service = await oddService((response) => json(response, megabytes(sizes.shift() ?? 0)));
		expect((await service.client.account()).kind).toBe("ok");
		expect(await service.client.account()).toMatchObject({ kind: "unknown", sent: true });
	});

	it("was not sent if the connection is refused", async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/api/v1`;
		await using service = await oddService(() => undefined, { baseUrl });
		expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "unreachable", sent: false });
	});

	it.each(["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EPIPE"])(
		"may have run if an open connection breaks with %s, and not if none opened",
		async (code) => {
			const sockets: Socket[] = [];
			const broken = (syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
			const open = buildConnector({});
			const dispatcher = new Agent({
				connect: (options, done) =>
					open(options, (...[error, socket]) => {
						if (error) return done(error, null);
						sockets.push(socket);
						done(null, socket);
					}),
			});
			await using service = await oddService(() => void sockets.pop()?.destroy(broken("read")), { dispatcher });
			expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "reset", sent: true });
			expect(service.asked).toHaveLength(1);
			const closed = new Agent({ connect: (_, done) => done(broken("connect"), null) });
			await using other = await oddService(() => {}, { dispatcher: closed });
			expect(await other.client.send(register, "k")).toEqual({ kind: "unknown", cause: "unreachable", sent: false });
			expect(other.asked).toEqual([]);
			await Promise.all([dispatcher.close(), closed.close()]);
		},
	);

	it("is unknown after the call limit", async () => {
		const limit = new AbortController();
		await using service = await oddService(() => limit.abort(), { deadline: () => limit.signal });
		expect(await service.client.send(register, "k")).toEqual({ kind: "unknown", cause: "timeout", sent: true });
	});

	it("is unknown if the caller aborts it", async () => {
		const caller = new AbortController();
		await using service = await oddService(() => caller.abort());
		expect(await service.client.send(register, "k", { signal: caller.signal })).toEqual({
			kind: "unknown",
			cause: "aborted",
			sent: true,
		});
	});

	it("was not sent if the caller aborted before", async () => {
		await using service = await oddService((response) => success(response, {}));
		expect(await service.client.account({ signal: AbortSignal.abort() })).toEqual({
			kind: "unknown",
			cause: "aborted",
			sent: false,
		});
		expect(service.asked).toEqual([]);
	});

	it("was not sent if its permit came too late", async () => {
		let clock = now;
		const slow: TokenLimiter = Object.assign(
			async () => {
				clock = new Date(now.getTime() + 1_000);
				return { go: true as const };
			},
			{ blocked: async () => undefined },
		);
		await using service = await oddService((response) => success(response, {}), { limiter: slow, now: () => clock });
		const late = await service.client.send(register, "k", { sendBefore: new Date(now.getTime() + 1_000) });
		expect(late).toEqual({ kind: "unknown", cause: "aborted", sent: false });
		expect(service.asked).toEqual([]);
		const inTime = await service.client.send(register, "k", { sendBefore: new Date(now.getTime() + 1_001) });
		expect(inTime.kind).toBe("ok");
	});
});

describe("the rate limit", () => {
	const limiterOf = (answer: Awaited<ReturnType<TokenLimiter>>, priorities: string[] = []): TokenLimiter =>
		Object.assign(
			async (priority: string) => {
				priorities.push(priority);
				return answer;
			},
			{ blocked: async () => undefined },
		);

	it("holds a call without a permit", async () => {
		const held = { go: false as const, until: now, reason: "blocked" as const };
		await using service = await oddService((response) => success(response, {}), { limiter: limiterOf(held) });
		expect(await service.client.account()).toEqual({ kind: "held", until: now, reason: "blocked" });
		expect(service.asked).toEqual([]);
	});

	it("uses the caller's priority", async () => {
		const priorities: string[] = [];
		await using service = await oddService((response) => success(response, {}), {
			limiter: limiterOf({ go: true }, priorities),
		});
		await service.client.account();
		await service.client.account({ priority: "background" });
		expect(priorities).toEqual(["interactive", "background"]);
	});

	describe("after a block", () => {
		const probing = (): TokenLimiter => {
			const turns = [{ go: true as const, probe: true }];
			return Object.assign(async () => turns.shift() ?? { go: true as const, probe: false }, {
				blocked: async () => undefined,
			});
		};
		const paths = (service: { asked: { path: string | undefined }[] }) => service.asked.map(({ path }) => path);

		it("probes with a cheap read before a mutation", async () => {
			await using service = await oddService((response) => success(response, {}), { limiter: probing() });
			expect((await service.client.send(register, "k")).kind).toBe("ok");
			expect(paths(service)).toEqual(["/api/v1/account", "/api/v1/domains/register"]);
		});

		it("probes with a read that is due anyway", async () => {
			await using service = await oddService((response) => success(response, { zones: [] }), { limiter: probing() });
			await service.client.zones();
			expect(paths(service)).toEqual(["/api/v1/zones"]);
		});

		it("holds a mutation if the block continues", async () => {
			const answer = refusal("rate_limited");
			await using service = await oddService((response) => json(response, answer, 429, { "retry-after": "60" }), {
				limiter: probing(),
				now: () => now,
			});
			const until = new Date(now.getTime() + 60_000);
			expect(await service.client.send(register, "k")).toEqual({ kind: "held", until, reason: "blocked" });
			expect(paths(service)).toEqual(["/api/v1/account"]);
		});

		it("sends no mutation while the service does not answer", async () => {
			await using service = await oddService((response) => void response.socket?.destroy(), { limiter: probing() });
			expect(await service.client.send(register, "k")).toMatchObject({ kind: "unknown", sent: false });
			expect(paths(service)).toEqual(["/api/v1/account"]);
		});

		it("sends the mutation even if the probe is refused", async () => {
			await using service = await oddService((response) => json(response, refusal("unauthorized"), 401), {
				limiter: probing(),
			});
			expect(await service.client.send(register, "k")).toMatchObject({ kind: "refused", status: 401 });
			expect(paths(service)).toHaveLength(2);
		});
	});

	it("throws a failure of the limiter itself", async () => {
		const broken = Object.assign(() => Promise.reject(new Error("no database")), { blocked: async () => undefined });
		await using service = await oddService((response) => success(response, {}), { limiter: broken });
		await expect(service.client.account()).rejects.toThrow("no database");
	});

	it.each([
		["seconds", { "retry-after": "90" }, 90],
		["a date", { "retry-after": "Fri, 20 Nov 2026 12:02:00 GMT", date: "Fri, 20 Nov 2026 12:01:00 GMT" }, 60],
		["a date gone by", { "retry-after": "Fri, 20 Nov 2026 11:02:00 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" }, 0],
		["nothing", {}, 300],
		["nonsense", { "retry-after": "soon" }, 300],
		["half a second", { "retry-after": "0.5" }, 300],
		["far too long", { "retry-after": "99999999" }, 86_400],
	])("is blocked after 429 with %s", async (_name, headers, seconds) => {
		const answer = refusal("rate_limited");
		await using service = await oddService((response) => json(response, answer, 429, headers), { now: () => now });
		expect(await service.client.account()).toMatchObject({ kind: "refused", status: 429, code: "rate_limited" });
		expect(service.blocks).toEqual([new Date(now.getTime() + seconds * 1_000)]);
	});

	it("is blocked by a proxy's 429 too, although its result is unknown", async () => {
		await using service = await oddService((response) => void response.writeHead(429).end("slow down"), {
			now: () => now,
		});
		expect(await service.client.account()).toMatchObject({ kind: "unknown", cause: "not_service" });
		expect(service.blocks).toHaveLength(1);
	});
});

describe("the base address", () => {
	it.each(["http://example.com/api/v1", "ftp://example.com", "https://user:pw@example.com", "https://a.com/?x=1", "x"])(
		"is refused: %s",
		async (baseUrl) => {
			await expect(oddService(() => undefined, { baseUrl })).rejects.toMatchObject({ code: "invalid_input" });
		},
	);

	it.each(["https://example.com/api/v1/", "http://localhost:8081/api/v1", "http://[::1]:8081", "http://127.0.0.1"])(
		"is accepted: %s",
		async (baseUrl) => {
			await using service = await oddService(() => undefined, { baseUrl });
			expect(service.client).toBeDefined();
		},
	);
});
