import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { guardLookup, isPublic, notPublicCode, targetProblem } from "../../src/webhooks/guard.ts";

describe("an address", () => {
	it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])("%s is public", (address) => {
		expect(isPublic(address)).toBe(true);
	});

	it.each([
		["127.0.0.1", "loopback"],
		["127.8.9.10", "loopback"],
		["0.0.0.0", "this host"],
		["0.1.2.3", "this network"],
		["10.0.0.1", "private"],
		["172.16.0.1", "private"],
		["192.168.1.1", "private"],
		["169.254.169.254", "metadata"],
		["100.64.0.1", "shared by carriers"],
		["192.0.0.8", "protocol assignments"],
		["192.0.2.1", "documentation"],
		["198.18.0.1", "benchmarks"],
		["224.0.0.1", "multicast"],
		["240.0.0.1", "reserved"],
		["255.255.255.255", "broadcast"],
		["::", "nobody"],
		["::1", "loopback"],
		["::7f00:1", "IPv4-compatible"],
		["::ffff:10.0.0.1", "mapped"],
		["::ffff:8.8.8.8", "mapped"],
		["64:ff9b::a00:1", "NAT64"],
		["64:ff9b:1::1", "local NAT64"],
		["2002:a00:1::", "6to4"],
		["2001::1", "Teredo"],
		["2001:db8::1", "documentation"],
		["fc00::1", "unique local"],
		["fd00:ec2::254", "metadata"],
		["fe80::1", "link-local"],
		["fec0::1", "site-local"],
		["ff02::1", "multicast"],
		["100::1", "discard"],
		["5f00::1", "segment routing"],
		["example.com", "a name"],
		["", "nothing"],
	])("%s is not: %s", (address) => {
		expect(isPublic(address)).toBe(false);
	});
});

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
	])("on our own listener is a receiver and nothing else: %s%s", (origin, path, problem) => {
		const receiverBase = origin.startsWith("http:") ? `${origin}/events/` : "https://bot.example/events/";
		const allowedOrigins = ["http://127.0.0.1:8080"];
		expect(targetProblem(origin + path, { allowedOrigins, receiverBase })).toBe(problem);
	});
});

describe("the look-up of a connection", () => {
	const look = (addresses: LookupAddress[], all: boolean) =>
		new Promise<{ code: string | undefined; answer: unknown }>((resolve) => {
			const lookup = guardLookup((_hostname, answer) => answer(null, addresses));
			lookup("example.com", { all }, (error, answer) => resolve({ code: error?.code, answer }));
		});
	const inside = { address: "10.0.0.1", family: 4 };
	const outside = { address: "8.8.8.8", family: 4 };

	it("answers with public addresses only", async () => {
		expect(await look([inside, outside], true)).toEqual({ code: undefined, answer: [outside] });
		expect(await look([inside, outside], false)).toEqual({ code: undefined, answer: "8.8.8.8" });
	});

	it("fails where there is none", async () => {
		expect(await look([inside], true)).toMatchObject({ code: notPublicCode });
		expect(await look([], false)).toMatchObject({ code: notPublicCode });
	});

	it("asks the system where nothing else is given", async () => {
		const code = await new Promise((resolve) =>
			guardLookup()("localhost", { all: true }, (error) => resolve(error?.code)),
		);
		expect(code).toBe(notPublicCode);
	});
});
