import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { openCustomer, untilQuiet } from "../support/customers.ts";
import { createTestDatabase } from "../support/database.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, type RunningCommand, startCommand } from "../support/process.ts";
import { startProxy } from "../support/proxy.ts";
import { startTelegram, token } from "../support/telegram.ts";

const replicas = 3;
const people = 4;

/**
 * Restarts each of three processes while people buy domains. `mode` has the settings that choose how the bot gets its
 * updates. Expects that nothing is lost or repeated.
 */
export async function restartReplicas(mode: Record<string, string>): Promise<void> {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const telegram = await startTelegram();
	const fleet = await startFleet({
		...mode,
		DATABASE_URL: database.tcpUrl,
		SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
		DATA_DIR: await createDirectory(),
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: telegram.url,
	});

	let going = true;
	const customers = await Promise.all(Array.from({ length: people }, () => openCustomer(telegram.url, database)));
	const shopping = Promise.all(customers.map((customer) => customer.shop(() => going)));
	// The test awaits this promise after the restarts. Until then, a rejection must not end the process.
	shopping.catch(() => {});
	for (const signal of ["SIGTERM", "SIGKILL"] as const) {
		for (let index = 0; index < replicas; index += 1) await fleet.restart(index, signal);
	}
	going = false;
	await shopping;
	await untilQuiet(database);

	const { sql } = database;
	const bought = customers.flatMap(({ bought }) => bought).toSorted();
	expect(bought.length).toBeGreaterThan(people);
	const charges = await sql<{ domain: string }[]>`
		select domain from service.ledger join service.orders on orders.id = order_id where ledger.kind = 'charge'`;
	expect(charges.map(({ domain }) => domain).toSorted()).toEqual(bought);
	const succeeded = await sql<{ domain: string }[]>`
		select i.domain from bot.items i join bot.operations o on o.id = i.operation_id where o.state = 'succeeded'`;
	expect(succeeded.map(({ domain }) => domain).toSorted()).toEqual(bought);
	// If a process dies while it handles an update, the next process may create the same quote a second time. The second
	// quote then replaces the first one, which becomes `superseded` without a confirmation (docs/reliability.md).
	const isTwin = sql`state = 'superseded' and confirmed_at is null`;
	expect(await sql`select distinct state from bot.operations where not (${isTwin})`).toEqual([{ state: "succeeded" }]);

	const sent = customers.reduce((sum, { updates }) => sum + updates(), 0);
	const [updates] = await sql`select count(*)::int as kept, count(done_at)::int as done from bot.updates`;
	expect(updates).toEqual({ kept: sent, done: sent });

	const [events] = await sql`
		select count(*)::int as raised, count(*) filter (where state = 'delivered')::int as delivered,
			(select count(*)::int from bot.inbox where state = 'done') as received,
			(select count(*)::int from bot.inbox where receipt_id is not null) as "onReceipts"
		from service.events`;
	expect(events).toEqual({
		raised: bought.length,
		delivered: bought.length,
		received: bought.length,
		onReceipts: bought.length,
	});

	const screens = await sql<{ chat: number; message: number }[]>`
		select chat_id::int as chat, message_id::int as message from bot.screens where message_id is not null`;
	for (const { chat, bought } of customers) {
		const known = new Set(screens.flatMap((row) => (row.chat === chat.view.person.id ? row.message : [])));
		const shown = chat.messages.filter(({ from }) => from === "bot");
		// If a process is killed while it sends a message, the bot does not know this message. So an unknown message is
		// allowed only if it was sent at about the time of a kill.
		const orphans = shown.filter(({ message_id }) => !known.has(message_id));
		for (const { date } of orphans) expect(fleet.kills.some((at) => Math.abs(at / 1_000 - date) <= 2)).toBe(true);
		const texts = shown.filter(({ message_id }) => known.has(message_id)).map(({ text = "" }) => text);
		for (const domain of bought) {
			expect(texts.filter((text) => text.includes(`${domain} is registered`))).toHaveLength(1);
			expect(texts.filter((text) => /Domain registered|Registered outside/.test(text))).toEqual([]);
		}
		// The killed process may or may not have made its last calls, such as the answer to a tap. The next process repeats
		// them. If a call was made before, Telegram refuses the second one.
		chat.expectsRefusal("query is too old");
		chat.expectsRefusal("message is not modified");
		// Telegram may notice the end of a killed process's poll only after the next leader has begun to poll.
		chat.expectsRefusal("terminated by other getUpdates request");
	}
	await customers[0]?.chat.expectNoRefusals();
}

/** Starts three bot processes behind a load balancer. */
async function startFleet(env: Record<string, string>) {
	const ports: number[] = [];
	for (let index = 0; index < replicas; index += 1) ports.push(await freePort());
	const proxy = await startProxy(ports);
	onTestFinished(() => proxy[Symbol.asyncDispose]());
	const start = async (index: number): Promise<RunningCommand> => {
		const own = { PORT: String(ports[index]), SERVICE_PORT: "0", PUBLIC_URL: proxy.url, LOG_LEVEL: "warn" };
		const command = startCommand("start", { ...env, ...own });
		await command.url();
		return command;
	};
	const running = await Promise.all(ports.map((_, index) => start(index)));
	const kills: number[] = [];
	return {
		/** The times of the kills, in milliseconds since 1970. */
		kills,
		async restart(index: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
			const command = running[index];
			if (!command) throw new Error(`there is no replica ${index}`);
			if (signal === "SIGKILL") kills.push(Date.now());
			const ended = once(command.child, "exit");
			command.child.kill(signal);
			const [status] = await ended;
			if (signal === "SIGTERM") expect([status, command.err()]).toEqual([0, ""]);
			running[index] = await start(index);
		},
	};
}
