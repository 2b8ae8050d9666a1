import { createRateLimiter, createRateLimitTable } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { createPorkbunClient } from "@domains/trading-service/registrar/porkbun/client.ts";
import { createPorkbunRegistrar } from "@domains/trading-service/registrar/porkbun/index.ts";
import type { Registrar } from "@domains/trading-service/registrar/port.ts";
import { type FaultKind, startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain } from "fake-porkbun/state.ts";
import { expect, it } from "vitest";
import { createTestLog } from "../support/log.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createCaller, ledgerOf, startService } from "../support/service.ts";
import { createRandom } from "./random.ts";

const fast = { any: 1, background: 1, check: 1, create: 1, renew: 1 };
const kinds: readonly FaultKind[] = ["cut", "html_502", "error_in_200", "late"];
const fresh = ["one.com", "two.net", "three.org", "four.dev"];
const old = ["first.com", "second.net", "third.org"];
const never = new AbortController().signal;

interface Order {
	key: string;
	path: string;
	body: object;
}

/** A world of orders, lost answers and killed processes at an account of Porkbun. */
async function play(seed: number) {
	const random = createRandom(seed);
	await using stack = new AsyncDisposableStack();
	const clock = createManualClock(Date.now());
	const fake = await startFakePorkbun({
		clock,
		// In a later edition, most faults hit the rehearsal, which charges nothing.
		edition: random.chance(0.8) ? "3.0" : "later",
		idempotency: random.pick(["all", "successes"]),
		limitStatus: random.pick([200, 400, 429]),
	});
	stack.defer(() => fake.close());
	const account = fake.state.live;
	account.monthlySpendLimit = 1_000_000;
	for (const name of old) addDomain(fake.state, account, name, clock.now() - 100 * 86_400_000);
	let isKilled = false;
	const mortal = (call: Registrar["register"]): Registrar["register"] => {
		return async (order, signal) => {
			const execution = await call(order, signal);
			if (isKilled) throw new Error("killed");
			return execution;
		};
	};
	const world = stack.use(
		await startService({
			registrar: (_, { db, sql }) => {
				const client = createPorkbunClient({ url: fake.url, ...fake.keys.live });
				const deps = { client, db, limiter: createRateLimiter(sql), log: createTestLog() };
				const registrar = createPorkbunRegistrar({ ...deps, testKeys: false, everyMs: fast });
				return { ...registrar, register: mortal(registrar.register), renew: mortal(registrar.renew) };
			},
		}),
	);
	const { database, description } = world;
	await createRateLimitTable(database.sql);
	let { service } = world;
	await service.queues["service.registrar"].handle("poll", never);
	const { token, userId } = await world.open();
	let caller = createCaller(world.url, token, database, description);

	async function pass(ms: number): Promise<void> {
		clock.advance(ms);
		await database.advance(ms);
	}

	async function lookAgain(): Promise<void> {
		const open = await database.sql<{ id: string }[]>`
			select id from service.orders where state = 'open' and wake_at <= clock()`;
		for (const { id } of open) {
			await service.queues["service.order"].handle(id, never);
			await pass(11_000);
		}
	}

	const send = ({ key, path, body }: Order) => caller.send("POST", path, body, key);
	const orders = random.pick([4, 6, 8]);
	const sent: Order[] = [];
	for (let index = 0; index < orders; index += 1) {
		const [one, two] = [random.pick(fresh), random.pick(fresh)];
		const batch = [...new Set([one, two])].map((domain) => ({ domain }));
		const order = {
			key: `order ${index}`,
			...random.pick([
				{ path: "/domains/register", body: { domain: one } },
				{ path: "/domains/register/batch", body: { items: batch } },
				{ path: `/domains/${random.pick(old)}/renew`, body: { years: 1 } },
			]),
		};
		const call = order.path.endsWith("/renew") ? "domain/renew" : "domain/create";
		const kind = random.pick(kinds);
		if (random.chance(0.7)) fake.faults.add({ call, kind, isExecuted: random.chance(0.7) });
		isKilled = random.chance(0.3);
		sent.push(order);
		let isAnswered = false;
		const answer = send(order).finally(() => {
			isAnswered = true;
		});
		// A late answer comes when its minute is over.
		while (!isAnswered) {
			await new Promise((resolve) => setTimeout(resolve, 50));
			if (kind === "late" && !isAnswered) clock.advance(20_000);
		}
		await answer;
		if (isKilled) {
			const next = await world.another();
			service = next.service;
			caller = createCaller(next.url, token, database, description);
			isKilled = false;
		}
		await pass(random.pick([11_000, 61_000, 200_000]));
		if (random.chance(0.5)) await lookAgain();
	}
	fake.faults.clear();
	const receipts: string[] = [];
	for (const order of sent) {
		await pass(200_000);
		await lookAgain();
		const { status, body } = await send(order);
		const result = body.result as { status?: string; domain?: string; items?: { success: boolean; domain: string }[] };
		if (status !== 200) continue;
		const verb = order.path.endsWith("/renew") ? "renew" : "create";
		const items = result.items ?? [{ success: true, domain: result.domain ?? "" }];
		receipts.push(...items.filter(({ success }) => success).map(({ domain }) => `${verb} ${domain}`));
	}
	for (let round = 0; round < 3; round += 1) {
		await pass(200_000);
		await lookAgain();
	}
	const charges = account.ledger.filter(({ cents }) => cents < 0);
	const done = await database.sql<{ kind: string; domain: string; cents: number }[]>`
		select case kind when 'register' then 'create' else kind end as kind, domain, -cents as cents
		from service.orders where state = 'done'`;
	const { account: money } = await ledgerOf(database, userId);
	return {
		receipts: receipts.toSorted(),
		done: done.map(({ kind, domain, cents }) => `${kind} ${domain} ${cents}`).toSorted(),
		charged: charges.map(({ kind, domain, cents }) => `${kind} ${domain} ${cents}`).toSorted(),
		sold: charges.map(({ kind, domain }) => `${kind} ${domain}`).toSorted(),
		money,
		balance: account.balance,
	};
}

it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
	"world %i: the registrar charged what the receipts say, once",
	{ timeout: 60_000 },
	async (seed) => {
		const { receipts, done, charged, sold, money, balance } = await play(seed);
		expect(done).toEqual(charged);
		expect(receipts).toEqual(sold);
		expect(new Set(sold).size).toBe(sold.length);
		expect(money).toEqual({ balance, held: 0 });
	},
);
