import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { decode, encode } from "dns-packet";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestLog } from "../../../../test/support/log.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { respond, startDnsServer } from "../../src/dns/server.ts";
import type { ServedZone } from "../../src/dns/zone.ts";

let world: TestService;
let caller: Awaited<ReturnType<TestService["open"]>>;
let port: number;
const resolver = new Resolver({ timeout: 5_000, tries: 1 });
beforeAll(async () => {
	world = await startService();
	({ port } = await world.service.listenDns({ host: "127.0.0.1", port: 0 }));
	resolver.setServers([`127.0.0.1:${port}`]);
	caller = await world.open();
	await caller.send("POST", "/domains/register", {
		domain: "served.com",
		config: { records: [{ type: "A", hostname: "www", value: "203.0.113.5", ttl: 300 }] },
	});
});
afterAll(() => world[Symbol.asyncDispose]());

async function askUdp(bytes: Buffer): Promise<Buffer> {
	const socket = createSocket("udp4");
	socket.send(bytes, port, "127.0.0.1");
	const [answer] = await once(socket, "message");
	socket.close();
	return answer;
}

const question = (name: string, type: "A" | "AXFR" = "A") => ({ questions: [{ type, name, class: "IN" as const }] });
const rcode = (bytes: Buffer) => (bytes[3] ?? 0) & 0xf;

/** Each lookup adds a function to `waiting` and hangs until the test calls it. */
async function startSlowServer() {
	const waiting: (() => void)[] = [];
	const server = await startDnsServer({
		host: "127.0.0.1",
		port: 0,
		log: createTestLog(),
		findZone: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
	});
	return { server, waiting };
}

const message = (name: string) => encode({ type: "query", id: 7, ...question(name) });

describe("too many queries at once", () => {
	it("on one connection are answered one at a time, and none after a disconnect or shutdown", async () => {
		const { server, waiting } = await startSlowServer();
		const socket = connect(server.port, "127.0.0.1");
		const bytes = message("a.example");
		const one = Buffer.concat([Buffer.from([0, bytes.length]), bytes]);
		socket.write(Buffer.concat(Array.from({ length: 20_000 }, () => one)));
		await vi.waitUntil(() => waiting.length === 1);
		waiting[0]?.();
		await vi.waitUntil(() => waiting.length === 2);
		socket.on("error", () => {});
		await server[Symbol.asyncDispose]();
		waiting[1]?.();
		await new Promise((resolve) => setImmediate(resolve));
		expect(waiting).toHaveLength(2);
		socket.destroy();
	});

	it("on many connections and in datagrams share a limit", async () => {
		const { server, waiting } = await startSlowServer();
		onTestFinished(() => server[Symbol.asyncDispose]());
		const socket = createSocket("udp4");
		for (let sent = 0; sent < 300; sent += 1) socket.send(message(`n${sent}.example`), server.port, "127.0.0.1");
		const bytes = message("a.example");
		const sockets = Array.from({ length: 100 }, () => connect(server.port, "127.0.0.1").on("error", () => {}));
		for (const each of sockets) each.write(Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
		await vi.waitUntil(() => waiting.length >= 128);
		await vi.waitUntil(() => sockets.filter(({ closed }) => closed).length === 36);
		expect(waiting).toHaveLength(128);
		for (const answer of waiting) answer();
		for (const each of sockets) each.destroy();
		socket.close();
	});
});

describe("the sandbox's DNS server", () => {
	it("answers for a managed domain, and immediately after a change", async () => {
		expect(await resolver.resolve4("www.served.com", { ttl: true })).toEqual([{ address: "203.0.113.5", ttl: 300 }]);
		expect((await resolver.resolveNs("served.com")).toSorted()).toEqual(["ns1.sandbox.test", "ns2.sandbox.test"]);
		await caller.send("PUT", "/domains/served.com/dns", {
			records: [{ type: "A", hostname: "www", value: "203.0.113.6" }],
		});
		expect(await resolver.resolve4("WWW.Served.com")).toEqual(["203.0.113.6"]);
		await expect(resolver.resolve4("none.served.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
	});

	it("answers for the names of its nameservers", async () => {
		expect(await resolver.resolve4("ns1.sandbox.test")).toEqual(["127.0.0.1"]);
	});

	it("refuses other domains, external ones, and transfers", async () => {
		await expect(resolver.resolve4("example.org")).rejects.toMatchObject({ code: "EREFUSED" });
		await caller.send("POST", "/domains/register", {
			domain: "external.com",
			config: { nameservers: ["ns1.example.net", "ns2.example.net"] },
		});
		await expect(resolver.resolve4("external.com")).rejects.toMatchObject({ code: "EREFUSED" });
		expect(rcode(await askUdp(encode({ type: "query", id: 1, ...question("served.com", "AXFR") })))).toBe(5);
	});

	it("truncates a long answer in a datagram and sends all of it over TCP", async () => {
		const records = Array.from({ length: 100 }, (_, n) => ({ type: "A", hostname: "many", value: `203.0.113.${n}` }));
		await caller.send("PUT", "/domains/served.com/dns", { records });
		const cut = decode(await askUdp(encode({ type: "query", id: 9, ...question("many.served.com") })));
		expect(cut).toMatchObject({ id: 9, flag_tc: true, answers: [] });
		expect(await resolver.resolve4("many.served.com")).toHaveLength(100);
	});

	it("answers several queries on one connection, sent in pieces", async () => {
		const one = encode({ type: "query", id: 1, ...question("ns1.sandbox.test") });
		const two = encode({ type: "query", id: 2, ...question("ns2.sandbox.test") });
		const framed = Buffer.concat([one, two].flatMap((bytes) => [Buffer.from([0, bytes.length]), bytes]));
		const socket = connect(port, "127.0.0.1");
		for (const byte of framed) socket.write(Buffer.from([byte]));
		const ids: number[] = [];
		let waiting = Buffer.alloc(0);
		for await (const chunk of socket) {
			waiting = Buffer.concat([waiting, chunk]);
			while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
				ids.push(waiting.readUInt16BE(2));
				waiting = waiting.subarray(2 + waiting.readUInt16BE(0));
			}
			if (ids.length === 2) break;
		}
		expect(ids).toEqual([1, 2]);
	});

	it("keeps the spelling of a query, and uses EDNS if the query does", async () => {
		const option = {
			type: "OPT" as const,
			name: ".",
			udpPayloadSize: 4096,
			extendedRcode: 0,
			ednsVersion: 0,
			flags: 0,
			flag_do: false,
			options: [],
		};
		const query = { type: "query" as const, id: 3, ...question("nS1.SandBox.test"), additionals: [option] };
		const answer = decode(await askUdp(encode(query)));
		expect(answer).toMatchObject({
			flag_aa: true,
			answers: [{ name: "nS1.SandBox.test", type: "A", data: "127.0.0.1" }],
			additionals: [{ type: "OPT", udpPayloadSize: 1232 }],
		});
	});

	it("returns an error for a bad query, and ignores an answer", async () => {
		const header = (flags: number, questions: number) => Buffer.from([0, 5, flags, 0, 0, questions, 0, 0, 0, 0, 0, 0]);
		expect(rcode(await askUdp(header(0, 0)))).toBe(1);
		expect(rcode(await askUdp(Buffer.concat([header(0, 1), Buffer.from([63, 1])])))).toBe(1);
		expect(rcode(await askUdp(header(0x28, 0)))).toBe(4);
		const socket = createSocket("udp4");
		const heard: Buffer[] = [];
		socket.on("message", (bytes) => heard.push(bytes));
		socket.send(header(0x80, 0), port, "127.0.0.1");
		socket.send(Buffer.from([1]), port, "127.0.0.1");
		socket.send(header(0, 0), port, "127.0.0.1");
		await expect.poll(() => heard.length).toBe(1);
		socket.close();
	});
});

it("returns an error for an answer that is longer than a TCP message", async () => {
	const hostname = "long-name-".repeat(6);
	const records = Array.from({ length: 1_000 }, (_, at) => {
		return { type: "A" as const, hostname, value: `192.0.${Math.floor(at / 250)}.${at % 250}`, ttl: 300 };
	});
	const zone = { domain: "large.example", records, nameservers: ["ns1.sandbox.test"], serial: 1 };
	const bytes = encode({ type: "query", id: 7, ...question(`${hostname}.large.example`) });
	const answers = await Promise.all([respond(bytes, async () => zone, "tcp"), respond(bytes, async () => zone, "udp")]);
	const [tcp, udp] = answers.map((each) => decode(each ?? Buffer.alloc(0)));
	expect(tcp).toMatchObject({ rcode: "SERVFAIL", answers: [] });
	expect(udp).toMatchObject({ rcode: "NOERROR", flag_tc: true, answers: [] });
});

it("shuts down while queries are running, over UDP and TCP", async () => {
	const zone = Promise.withResolvers<ServedZone | undefined>();
	let asked = 0;
	const findZone = () => {
		asked += 1;
		return zone.promise;
	};
	const rejections: unknown[] = [];
	const hear = (reason: unknown) => void rejections.push(reason);
	process.on("unhandledRejection", hear);
	onTestFinished(() => void process.off("unhandledRejection", hear));
	const log = createTestLog();
	const server = await startDnsServer({ host: "127.0.0.1", port: 0, findZone, log });
	const bytes = encode({ type: "query", id: 1, ...question("slow.com") });
	const [udp, tcp] = [createSocket("udp4"), connect(server.port, "127.0.0.1")];
	const ended = once(tcp, "close");
	tcp.on("error", () => {}).write(Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
	udp.send(bytes, server.port, "127.0.0.1");
	await expect.poll(() => asked).toBe(2);
	await server[Symbol.asyncDispose]();
	await ended;
	udp.close();
	zone.resolve(undefined);
	// Node reports an unhandled rejection after the current microtasks, so wait for the next turn of the event loop.
	await new Promise((resolve) => setImmediate(resolve));
	expect({ rejections, lines: log.lines }).toEqual({ rejections: [], lines: [] });
});
