import { connect } from "node:net";
import { Pool } from "undici";
import type { Figure } from "../figure.ts";
import { quantile, showTimes } from "../stats.ts";
import { people } from "../subjects/crowd.ts";
import { openAccounts } from "../subjects/server.ts";
import { startBenchWorld } from "../subjects/world.ts";

const rounds = 5;
const ms = 3_000;
const attackers = 10;
const items = 1_000;

/** Names with Arabic letters are the most expensive ones to validate. */
const arabic = (length: number, seed: number): string =>
	Array.from({ length }, (_, index) => String.fromCodePoint(0x628 + ((index * 7 + seed) % 18))).join("");
const batch = (make: (index: number) => string): string =>
	JSON.stringify({ items: Array.from({ length: items }, (_, index) => ({ query: make(index) })) });

const bodies = [
	batch((index) => `${arabic(480, index)}.com`),
	batch((index) => `${arabic(30, index)}${index}.com`),
	batch((index) => `${"base".padEnd(50, "-x")}${index}`),
];

/**
 * How long a person waits for the bot while others attack the registrar's service in the same process, with the most
 * expensive batches of names and unread answers. Each round follows one without an attack, the baseline.
 */
export async function measureAttack(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const tokens = await openAccounts(world.db, attackers * rounds, 0);
	const { origin, pathname, port } = new URL(world.service);
	const path = `${pathname}/domains/search/batch`;
	const pool = new Pool(origin, { connections: attackers, headersTimeout: 0, bodyTimeout: 0 });
	const chats = people(8);
	const chat = async (): Promise<number[]> =>
		(await world.crowd.do({ chats, say: "/help", until: "What the bot can do", atOnce: 4, ms })).latencies;

	let isOver = false;
	async function attack(token: string): Promise<void> {
		for (let request = 0; !isOver; request += 1) {
			const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
			const body = bodies[request % bodies.length] ?? "";
			const answer = await pool.request({ method: "POST", path, headers, body });
			await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
		}
	}

	/** The service must keep the longest answers in memory. Returns a function that closes the connection. */
	function ignore(token: string): () => void {
		const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
		socket.pause();
		const body = bodies[2] ?? "";
		const head = [`POST ${path} HTTP/1.1`, `Authorization: Bearer ${token}`, "Content-Type: application/json"];
		for (let count = 0; count < 3; count += 1) {
			socket.write([...head, `Content-Length: ${body.length}`, "", body].join("\r\n"));
		}
		return () => void socket.destroy();
	}

	await chat();
	const [quiet, busy]: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		quiet.push(...(await chat()));
		isOver = false;
		const own = tokens.slice(round * attackers, (round + 1) * attackers);
		const attacks = own.slice(2).map(attack);
		const ends = own.slice(0, 2).map(ignore);
		busy.push(...(await chat()));
		isOver = true;
		for (const end of ends) end();
		await Promise.all(attacks);
	}
	await pool.close();
	return [
		{
			what: "a person's wait at 99 % (`/help`) while ten tokens send the most expensive requests, compared with a quiet service",
			ours: showTimes(busy),
			bare: showTimes(quiet),
			value: quantile(busy, 0.99) / quantile(quiet, 0.99),
			unit: "",
			goal: { atMost: 10 },
		},
	];
}
