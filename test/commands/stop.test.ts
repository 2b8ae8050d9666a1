import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { encode } from "dns-packet";
import { expect, it, onTestFinished, vi } from "vitest";
import { openChat } from "../support/chat.ts";
import { longWait } from "../support/long-wait.ts";
import { listenLocally } from "../support/port.ts";
import { createDirectory, type RunningCommand, startCommand } from "../support/process.ts";
import { sendSlowly } from "../support/slow-request.ts";
import { startTelegram, token } from "../support/telegram.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 120_000 });

const free = { PORT: "0", SERVICE_PORT: "0" };
const key = Buffer.alloc(32, 7).toString("base64");

/** Starts a TCP server on a free port that passes every connection to `onSocket`. Returns the port. */
async function listenAt(onSocket: (socket: Socket) => void): Promise<number> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.on("error", () => {}));
		onSocket(socket);
	});
	const port = await listenLocally(server);
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return port;
}

const silence = () => listenAt(() => {});

async function stopped(world: RunningCommand, dataDir: string): Promise<{ seconds: number }> {
	const asked = performance.now();
	world.child.kill("SIGTERM");
	expect(await world.status()).toBe(0);
	expect(world.err()).toBe("");
	expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
	return { seconds: (performance.now() - asked) / 1_000 };
}

it("stops in time while Telegram and the service do not answer and a person waits", async () => {
	const dataDir = await createWarmData();
	let received = 0;
	const silent = await listenAt((socket) => socket.on("data", () => (received += 1)));
	const world = startCommand("start", { ...free, DATA_DIR: dataDir, SERVICE_URL: `http://127.0.0.1:${silent}/api/v1` });
	using chat = await openChat({ url: await world.url(), timeoutMs: 30_000 });
	await chat.starts();
	await chat.until("Welcome");
	await chat.says(`/connect dts_${"a".repeat(49)}`, { wait: false });
	await vi.waitUntil(() => received > 0, longWait);
	expect((await stopped(world, dataDir)).seconds).toBeLessThan(10);
});

it("stops in time while every Telegram call hangs", async () => {
	const dataDir = await createWarmData();
	const { telegram, url } = await startTelegram();
	const world = startCommand("start", { ...free, DATA_DIR: dataDir, BOT_TOKEN: token, TELEGRAM_API_ROOT: url });
	await world.url();
	telegram.faults.add({ method: "*", times: 1_000, delay: 60_000 });
	expect((await stopped(world, dataDir)).seconds).toBeLessThan(10);
});

it("stops on a signal that arrives during the start", async () => {
	const dataDir = await createDirectory();
	const moments: ((world: RunningCommand) => boolean)[] = [
		() => existsSync(join(dataDir, "postgres")),
		() => existsSync(join(dataDir, "postgres", "data", "postmaster.pid")),
		(world) => world.out().includes("nameserver of managed domains"),
		(world) => world.out().includes("Open http"),
	];
	for (const moment of moments) {
		const world = startCommand("start", { ...free, DATA_DIR: dataDir });
		await vi.waitUntil(() => moment(world), { timeout: 60_000, interval: 5 });
		expect((await stopped(world, dataDir)).seconds).toBeLessThan(10);
	}
});

it("stops while it waits for a Telegram that never answers", async () => {
	const dataDir = await createWarmData();
	const root = `http://127.0.0.1:${await silence()}`;
	const world = startCommand("start", { ...free, DATA_DIR: dataDir, BOT_TOKEN: token, TELEGRAM_API_ROOT: root });
	await vi.waitUntil(() => world.out().includes("nameserver of managed domains"), { timeout: 60_000 });
	expect((await stopped(world, dataDir)).seconds).toBeLessThan(10);
});

it("stops in time during a burst of 20,000 DNS queries", async () => {
	const dataDir = await createWarmData();
	const world = startCommand("start", { ...free, DATA_DIR: dataDir });
	await world.url();
	const server = () => /"server":"127\.0\.0\.1:(\d+)"/.exec(world.out())?.[1];
	await vi.waitUntil(server, { timeout: 60_000 });
	const query = encode({ type: "query", id: 1, questions: [{ type: "A", name: "flood.com", class: "IN" }] });
	const message = Buffer.concat([Buffer.from([0, query.length]), query]);
	const socket = connect(Number(server()), "127.0.0.1");
	socket.on("error", () => {}).write(Buffer.concat(Array.from({ length: 20_000 }, () => message)));
	await once(socket, "data");
	expect((await stopped(world, dataDir)).seconds).toBeLessThan(10);
});

it("stops if the program that reads its log exits", async () => {
	const world = startCommand("start", { ...free, DATA_DIR: await createWarmData(), LOG_LEVEL: "debug" });
	const url = await world.url();
	world.child.stdout?.destroy();
	// A `/start` of a person makes the bot write a log line. The reader of the log is gone, so this write fails and the
	// process stops. An earlier log line may already have stopped it, so the request may fail too.
	await fetch(`${url}/people/1001/start`, { method: "POST" }).catch(() => {});
	expect(await world.status()).toBe(1);
	expect(world.err()).toBe("The program that reads the log has exited: stopping\n");
});

it("gives up on a database that accepts connections and does not answer, or closes them", async () => {
	const rude = await listenAt((socket) => socket.on("data", () => socket.end()));
	const starts = [await silence(), rude].map(async (port) => {
		const url = `postgres://bot:hidden@127.0.0.1:${port}/bot`;
		const world = startCommand("start", { ...free, DATABASE_URL: url, SECRET_KEY: key });
		expect(await world.status()).toBe(1);
		expect(world.err()).toBe(
			`The database 127.0.0.1:${port}/bot cannot be used: it does not answer within 10 seconds\n`,
		);
	});
	await Promise.all(starts);
});

it("does not wait for a request that does not arrive", async () => {
	const dataDir = await createWarmData();
	const service = startCommand("service", { DATA_DIR: dataDir, SERVICE_PORT: "0" });
	const url = await service.url();
	const create = startCommand("account", { DATA_DIR: dataDir }, ["create", "--whitelist", "127.0.0.1"]);
	expect(await create.status()).toBe(0);
	const slow = sendSlowly(url, JSON.parse(create.out()).token);
	await slow.begun;
	const started = performance.now();
	service.child.kill("SIGTERM");
	expect(await service.status()).toBe(0);
	expect(service.err()).toBe("");
	expect((performance.now() - started) / 1_000).toBeLessThan(10);
	await slow.answered;
});
