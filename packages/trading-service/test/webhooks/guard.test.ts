import type { LookupAddress } from "node:dns";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { lookupFor, type Reach, reachOf, refusedAddressCode, targetProblem } from "../../src/webhooks/guard.ts";

const own = Object.values(networkInterfaces()).flatMap((each = []) => each.filter(({ scopeid }) => !scopeid));

describe("a target", () => {
	it.each([
		["https://example.com/hook", undefined],
		["https://example.com:8443/hook?x=1", undefined],
		["https://8.8.8.8/", undefined],
		["http://127.0.0.1:8080/events", undefined],
		["http://127.0.0.1:8081/events", "not_https"],
		["http://example.com/", "not_https"],
		["ftp://example.com/", "not_https"],
		["https://127.0.0.1/", "not_public"],
		["https://0x7f.1/", "not_public"],
		["https://2130706433/", "not_public"],
		["https://[::1]/", "not_public"],
		["https://[::ffff:10.0.0.1]/", "not_public"],
		["https://169.254.169.254/latest", "not_public"],
		["https://localhost/", "not_public"],
		["https://service.localhost./", "not_public"],
		["https://user:secret@example.com/", "credentials"],
		["example.com", "not_a_url"],
		["", "not_a_url"],
	])("%s: %s", (target, problem) => {
		expect(targetProblem(target, { allowedOrigins: ["http://127.0.0.1:8080"] })).toBe(problem);
	});

	it.each([
		["http://127.0.0.1:8080", "/events/abc-_1", undefined],
		["http://127.0.0.1:8080", "/events/", "not_receiver"],
		["http://127.0.0.1:8080", "/events", "not_receiver"],
		["http://127.0.0.1:8080", "/", "not_receiver"],
		["http://127.0.0.1:8080", "/people/1001/start", "not_receiver"],
		["http://127.0.0.1:8080", "/events/../people", "not_receiver"],
		["http://127.0.0.1:8080", "/events/%2e%2e/people", "not_receiver"],
		["http://127.0.0.1:8080", "/events/a/b", "not_receiver"],
		["http://127.0.0.1:8080", "/events/a%2Fb", "not_receiver"],
		["http://127.0.0.1:8080", "/events/a?b=1", "not_receiver"],
		["http://127.0.0.1:8080", "/events/a#b", "not_receiver"],
		["https://bot.example", "/events/abc", undefined],
		["https://bot.example", "/telegram/abc", "not_receiver"],
		["https://BOT.example:443", "/telegram/abc", "not_receiver"],
		["https://bot.example.", "/telegram/abc", "not_receiver"],
	])("on our own listener must be a receiver: %s%s", (origin, path, problem) => {
		const receiverBase = origin.startsWith("http:") ? `${origin}/events/` : "https://bot.example/events/";
		const allowedOrigins = ["http://127.0.0.1:8080"];
		expect(targetProblem(origin + path, { allowedOrigins, receiverBase })).toBe(problem);
	});
});

describe("our own listener at an allowed address", () => {
	const hosts = [
		"127.0.0.1",
		"127.8.9.10",
		"2130706433",
		"0x7f.1",
		"0177.0.0.1",
		"0.0.0.0",
		"localhost",
		"LOCALHOST.",
		"bot.localhost",
		"bot.example",
		"[::1]",
		"[::]",
		"[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]",
		...own.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
	];

	it.each(hosts)("accepts only receiver paths at %s", (host) => {
		const origin = `http://${host}:8080`;
		const allowedOrigins = [new URL(origin).origin];
		const targets = { allowedOrigins, receiverBase: "https://bot.example/events/", ownPort: 8080 };
		for (const path of ["/", "/people/1/start", "/events/", "/events/a/b", "/events/a?b", "/events/%2e%2e/people"]) {
			expect(targetProblem(origin + path, targets)).toBe("not_receiver");
		}
		expect(targetProblem(`${origin}/events/abc`, targets)).toBeUndefined();
		expect(reachOf(`${origin}/events/abc`, targets)).toBe("any");
		expect(targetProblem(`${origin}/events/abc`, { ...targets, allowedOrigins: [] })).toBe("not_https");
		const other = new URL(`http://${host}:8081/hook`);
		expect(targetProblem(other.href, { ...targets, allowedOrigins: [other.origin] })).toBeUndefined();
	});

	it("limits the reach of other allowed names at our port", () => {
		const allowedOrigins = ["http://hooks.example:8080", "http://hooks.example", "http://other.example"];
		const targets = { allowedOrigins, receiverBase: "https://bot.example/events/", ownPort: 8080 };
		expect(reachOf("http://hooks.example:8080/people", targets)).toBe("not_ours");
		expect(reachOf("http://hooks.example:8080/events/abc", targets)).toBe("any");
		expect(reachOf("http://other.example/people", targets)).toBe("any");
		expect(reachOf("http://hooks.example/people", { ...targets, ownPort: 80 })).toBe("not_ours");
		expect(reachOf("https://bot.example/events/abc", targets)).toBe("any");
		expect(reachOf("https://elsewhere.example/", targets)).toBe("public");
	});
});

describe("the lookup of a connection", () => {
	const look = (addresses: LookupAddress[], all: boolean, reach: Reach = "public") =>
		new Promise<{ code: string | undefined; answer: unknown }>((resolve) => {
			const lookup = lookupFor(reach, (_hostname, answer) => answer(null, addresses));
			lookup("example.com", { all }, (error, answer) => resolve({ code: error?.code, answer }));
		});
	const inside = { address: "10.0.0.1", family: 4 };
	const outside = { address: "8.8.8.8", family: 4 };

	it("returns public addresses only", async () => {
		expect(await look([inside, outside], true)).toEqual({ code: undefined, answer: [outside] });
		expect(await look([inside, outside], false)).toEqual({ code: undefined, answer: "8.8.8.8" });
	});

	it("leaves out the addresses of this machine for the reach not_ours", async () => {
		const ours = ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"];
		const addresses = ours.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
		expect(await look([...addresses, inside], true, "not_ours")).toEqual({ code: undefined, answer: [inside] });
		expect(await look(addresses, false, "not_ours")).toMatchObject({ code: refusedAddressCode });
		expect(await look(addresses, true, "any")).toEqual({ code: undefined, answer: addresses });
	});

	it("fails without an allowed address", async () => {
		expect(await look([inside], true)).toMatchObject({ code: refusedAddressCode });
		expect(await look([], false)).toMatchObject({ code: refusedAddressCode });
	});

	it("uses the system resolver by default", async () => {
		const code = await new Promise((resolve) =>
			lookupFor("public")("localhost", { all: true }, (error) => resolve(error?.code)),
		);
		expect(code).toBe(refusedAddressCode);
	});
});
