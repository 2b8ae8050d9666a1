import { randomUUID } from "node:crypto";
import { type DeliveryList, retryDelays } from "@domains/contract/events.ts";
import { createDeliverer } from "@domains/trading-service/webhooks/deliver.ts";
import { createSender } from "@domains/trading-service/webhooks/send.ts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { receive } from "../../../src/webhooks/receive.ts";
import { longWait } from "../../support/long-wait.ts";
import { createLossyDb } from "../../support/lost-answers.ts";
import { createReceiver, type Delivered } from "../../support/receiver.ts";
import { done, startService, type TestService } from "../../support/service.ts";

async function start() {
	const stack = new AsyncDisposableStack();
	const receiver = stack.use(await createReceiver());
	const world = stack.use(await startService({ allowedOrigins: [receiver.origin] }));
	const caller = await world.open();
	const { secret } = done(await world.service.admin.setWebhook(randomUUID(), caller.userId, { url: receiver.url }));
	return { world, receiver, caller, secret: secret ?? "", [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const signal = new AbortController().signal;

/** Makes every due attempt to deliver an event, one after another. Returns the number of attempts. */
async function sendDue({ database, service }: TestService): Promise<number> {
	const due = await database.sql<{ id: string }[]>`
		select id from service.events where state = 'pending' and wake_at <= clock() order by id`;
	for (const { id } of due) await service.queues["service.delivery"].handle(id, signal);
	return due.length;
}

function read({ headers, bytes }: Delivered, secret: string, now: Date) {
	const received = receive({ headers, bytes }, [secret], now);
	if (received.kind === "refused") throw new Error(received.reason);
	return received.event;
}

async function now({ database }: TestService): Promise<Date> {
	const [row] = await database.sql<{ now: Date }[]>`select clock() as now`;
	return row?.now ?? new Date();
}

describe("an event", () => {
	it("is delivered by the worker whose claim got no answer", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		const { database } = world;
		await caller.send("POST", "/domains/register", { domain: "lost-claim.com" });
		const [event] = await database.sql<{ id: string }[]>`select id from service.events`;
		const lossy = createLossyDb(database.db);
		const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
		onTestFinished(() => deliverer.close());
		const sending = { db: lossy.db, jobs: world.jobs, vault: world.vault, deliverer };
		lossy.lose();
		await createSender(sending)(event?.id ?? "", signal);
		expect(await database.sql`select state from service.events`).toEqual([{ state: "delivered" }]);
		await receiver.next();
	});

	it("is delivered only by the next worker if the first one read the webhook after its lease", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		const { database } = world;
		await caller.send("POST", "/domains/register", { domain: "late-read.com" });
		const [event] = await database.sql<{ id: string }[]>`select id from service.events`;
		const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
		onTestFinished(() => deliverer.close());
		const sending = { db: database.db, jobs: world.jobs, vault: world.vault, deliverer };
		let isLost = false;
		const select: typeof database.db.select = (...args: []) => {
			if (isLost) return database.db.select(...args);
			isLost = true;
			throw Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
		};
		const db = Object.assign(Object.create(database.db), { select });
		const first = createSender({ ...sending, db })(event?.id ?? "", signal);
		await expect.poll(() => isLost).toBe(true);
		await database.advance(31_000);
		await createSender(sending)(event?.id ?? "", signal);
		await first;
		expect(receiver.received).toHaveLength(1);
	});

	it("is delivered right after the commit, signed with the account's secret", async () => {
		await using running = await start();
		const { world, receiver, caller, secret } = running;
		const { service, database } = world;
		await using _workers = world.jobs.work({ db: database.db, queues: service.queues });
		await caller.send("POST", "/domains/register", { domain: "sent.com", external_ref: "order-1" });
		const event = read(await receiver.next(), secret, await now(world));
		expect(event).toMatchObject({ type: "domain.registered", domain: "sent.com", externalRef: "order-1" });
		expect(event.body).toEqual({
			event: "domain.registered",
			domain: "sent.com",
			external_ref: "order-1",
			occurred_at: expect.stringMatching(/Z$/),
		});
		await vi.waitUntil(async () => {
			const [row] = await database.sql<{ state: string }[]>`select state from service.events`;
			return row?.state === "delivered";
		}, longWait);
		expect((await caller.get("/webhook/deliveries")).body.result).toEqual({
			limit: 10,
			count: 1,
			items: [
				{
					event_key: event.id,
					event_type: "domain.registered",
					domain: "sent.com",
					attempt_number: 1,
					status: "delivered",
					status_code: 200,
					error: null,
					next_attempt_at: null,
					created_at: expect.any(String),
				},
			],
		});
	});

	it("is sent for each of four changes, including changes by the admin interface", async () => {
		await using running = await start();
		const { world, receiver, caller, secret } = running;
		const { admin } = world.service;
		await admin.register(randomUUID(), caller.userId, "four.com");
		await admin.renew(randomUUID(), caller.userId, "four.com", 1);
		await admin.block(randomUUID(), "four.com", "abuse");
		await admin.block(randomUUID(), "four.com", "again");
		await admin.unblock(randomUUID(), "four.com");
		await sendDue(world);
		const at = await now(world);
		expect(receiver.received.map((each) => read(each, secret, at).type)).toEqual([
			"domain.registered",
			"domain.renewed",
			"domain.blocked",
			"domain.unblocked",
		]);
		const blocked = receiver.received[2];
		expect(blocked && read(blocked, secret, at).body).toMatchObject({ reason: "abuse" });
	});

	it("for a renewal contains the new references, or the domain's own", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		await caller.send("POST", "/domains/register", { domain: "refs.com", client_ref: "c1", external_ref: "e1" });
		await caller.send("POST", "/domains/refs.com/renew", { years: 1, external_ref: "e2" });
		await sendDue(world);
		const bodies = receiver.received.map(({ bytes }) => JSON.parse(bytes.toString()));
		expect(bodies[1]).toMatchObject({ event: "domain.renewed", client_ref: "c1", external_ref: "e2" });
	});

	it("is not sent while webhooks are off, nor afterwards", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		await world.service.admin.setWebhookEnabled(randomUUID(), caller.userId, false);
		await caller.send("POST", "/domains/register", { domain: "quiet.com" });
		await world.service.admin.setWebhookEnabled(randomUUID(), caller.userId, true);
		expect(await sendDue(world)).toBe(0);
		expect(receiver.received).toEqual([]);
		expect((await caller.get("/webhook/deliveries")).body.result).toMatchObject({ count: 0 });
	});

	it("is dropped without a log entry if webhooks go off before it is sent", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		await caller.send("POST", "/domains/register", { domain: "late-off.com" });
		await world.service.admin.setWebhook(randomUUID(), caller.userId, { url: null });
		await sendDue(world);
		expect(await sendDue(world)).toBe(0);
		expect(receiver.received).toEqual([]);
	});
});

describe("a failed delivery", () => {
	it("loses its next attempt if webhooks are off when it is due", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		const log = async () => {
			const { items } = (await caller.get("/webhook/deliveries")).body.result as DeliveryList;
			return items.map(({ attempt_number, status, next_attempt_at }) => [attempt_number, status, next_attempt_at]);
		};
		receiver.answer = (_request, response) => void response.writeHead(503).end();
		await caller.send("POST", "/domains/register", { domain: "given-up.com" });
		await sendDue(world);
		await world.database.advance(31_000);
		await sendDue(world);
		await world.service.admin.setWebhookEnabled(randomUUID(), caller.userId, false);
		const [first, second] = [
			[1, "retrying", expect.stringMatching(/Z$/)],
			[2, "retrying", expect.stringMatching(/Z$/)],
		];
		expect(await log()).toEqual([second, first]);
		await world.database.advance(121_000);
		await sendDue(world);
		expect(await log()).toEqual([[2, "failed", null], first]);
		expect(receiver.received).toHaveLength(2);
	});

	it("is repeated after 30 s, 2 min, 10 min, 1 h and 6 h with the same id, then marked as failed", async () => {
		await using running = await start();
		const { world, receiver, caller, secret } = running;
		receiver.answer = (_request, response) => void response.writeHead(503).end();
		await caller.send("POST", "/domains/register", { domain: "retried.com" });
		await sendDue(world);
		for (const seconds of retryDelays) {
			await world.database.advance(seconds * 1000 - 5_000);
			expect(await sendDue(world)).toBe(0);
			await world.database.advance(6_000);
			expect(await sendDue(world)).toBe(1);
		}
		await world.database.advance(24 * 3_600_000);
		expect(await sendDue(world)).toBe(0);
		expect(receiver.received).toHaveLength(6);
		expect(new Set(receiver.received.map(({ bytes }) => bytes.toString())).size).toBe(1);
		expect(new Set(receiver.received.map(({ headers }) => headers["x-service-event-id"])).size).toBe(1);
		expect(new Set(receiver.received.map(({ headers }) => headers["x-service-timestamp"])).size).toBe(6);
		const last = receiver.received.at(-1);
		const sentAt = new Date(Number(last?.headers["x-service-timestamp"]) * 1000);
		expect(last && read(last, secret, sentAt).type).toBe("domain.registered");
		const { items } = (await caller.get("/webhook/deliveries?limit=100")).body.result as {
			items: { attempt_number: number; status: string; status_code: number; next_attempt_at: string | null }[];
		};
		expect(items.map((item) => [item.attempt_number, item.status, item.next_attempt_at === null])).toEqual([
			[6, "failed", true],
			[5, "retrying", false],
			[4, "retrying", false],
			[3, "retrying", false],
			[2, "retrying", false],
			[1, "retrying", false],
		]);
		expect(items.every(({ status_code }) => status_code === 503)).toBe(true);
	});

	it("is not repeated after a successful attempt", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		receiver.answer = (_request, response) => void response.writeHead(500).end();
		await caller.send("POST", "/domains/register", { domain: "second.com" });
		await sendDue(world);
		receiver.answer = (_request, response) => void response.writeHead(204).end();
		await world.database.advance(31_000);
		await sendDue(world);
		await world.database.advance(24 * 3_600_000);
		expect(await sendDue(world)).toBe(0);
		expect(receiver.received).toHaveLength(2);
	});

	it("is repeated by another process if the first one dies", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		await caller.send("POST", "/domains/register", { domain: "orphan.com" });
		await world.database.sql`update service.events set lease_until = clock() + interval '30 seconds'`;
		await sendDue(world);
		expect(receiver.received).toHaveLength(0);
		await world.database.advance(31_000);
		await sendDue(world);
		expect(receiver.received).toHaveLength(1);
	});

	it("keeps the lease of a worker that took over, after a shutdown and with webhooks off", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		const { db, sql } = world.database;
		const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
		onTestFinished(() => deliverer.close());
		const stopping = new AbortController();
		const takeOver = () => sql`update service.events set lease_until = clock() + interval '1 minute'`;
		const taken = () => sql`select from service.events where state = 'pending' and lease_until > clock()`;
		const sending = { db, jobs: world.jobs, vault: world.vault, deliverer };
		const deliver: typeof deliverer.deliver = async () => {
			await takeOver();
			stopping.abort();
			return { statusCode: 0, error: "timeout" };
		};
		await caller.send("POST", "/domains/register", { domain: "overtaken.com" });
		const [event] = await sql<{ id: string }[]>`select id from service.events`;
		await createSender({ ...sending, deliverer: { ...deliverer, deliver } })(event?.id ?? "", stopping.signal);
		expect(await taken()).toHaveLength(1);

		await world.service.admin.setWebhook(randomUUID(), caller.userId, { url: null });
		await world.database.advance(61_000);
		// The first transaction claims the event, the second one skips it.
		let transactions = 0;
		const transaction: typeof db.transaction = async (...args) => {
			transactions += 1;
			if (transactions === 2) await takeOver();
			return await db.transaction(...args);
		};
		const slow = Object.assign(Object.create(db), { transaction });
		await createSender({ ...sending, db: slow })(event?.id ?? "", signal);
		expect(transactions).toBe(2);
		expect(await taken()).toHaveLength(1);
	});

	it("does not count if a shutdown aborted it", async () => {
		await using running = await start();
		const { world, receiver, caller } = running;
		const stopping = new AbortController();
		receiver.answer = () => stopping.abort();
		await caller.send("POST", "/domains/register", { domain: "cut.com" });
		const [event] = await world.database.sql<{ id: string }[]>`select id from service.events`;
		await world.service.queues["service.delivery"].handle(event?.id ?? "", stopping.signal);
		receiver.answer = (_request, response) => void response.end();
		expect(await sendDue(world)).toBe(1);
		expect((await caller.get("/webhook/deliveries")).body.result).toMatchObject({
			count: 1,
			items: [{ attempt_number: 1, status: "delivered" }],
		});
	});
});

it("of one account does not delay other accounts", { timeout: 60_000 }, async () => {
	await using running = await start();
	const { world, receiver } = running;
	const { service, database } = world;
	const held: (() => void)[] = [];
	receiver.answer = (request, response) => {
		if (request.url === "/quick") response.end();
		else held.push(() => response.end());
	};
	const open = async (path: string) => {
		const caller = await world.open();
		await service.admin.setWebhook(randomUUID(), caller.userId, { url: `${receiver.origin}/${path}` });
		return caller;
	};
	await using _workers = world.jobs.work({ db: database.db, queues: service.queues });
	for (const slow of ["a", "b", "c"]) {
		const items = Array.from({ length: 6 }, (_, index) => ({ domain: `slow-receiver-${slow}${index}.site` }));
		await (await open(slow)).send("POST", "/domains/register/batch", { items });
	}
	await vi.waitUntil(() => held.length === 12, longWait);
	await (await open("quick")).send("POST", "/domains/register", { domain: "quick.com" });
	await vi.waitUntil(() => receiver.received.some(({ bytes }) => bytes.includes("quick.com")), longWait);
	expect(held).toHaveLength(12);
	// From now on, the receiver answers at once. Each answer lets the service send that account's next event.
	receiver.answer = (_request, response) => void response.end();
	for (const release of held) release();
	await vi.waitUntil(() => receiver.received.length === 19, longWait);
});

it("limits the account to one attempt at a time", async () => {
	await using running = await start();
	const { world, receiver, caller } = running;
	receiver.answer = (_request, response) => void response.writeHead(500).end();
	const items = ["one.site", "two.site", "three.site"].map((domain) => ({ domain }));
	await caller.send("POST", "/domains/register/batch", { items });
	expect(await sendDue(world)).toBe(3);
	await world.database.advance(30_000);
	const held: (() => void)[] = [];
	receiver.answer = (_request, response) => void held.push(() => response.end());
	const handle = world.service.queues["service.delivery"].handle;
	const ids = await world.database.sql<{ id: string }[]>`select id from service.events order by id`;
	const attempts = ids.map(({ id }) => handle(id, signal));
	await vi.waitUntil(() => held.length > 0, longWait);
	await Promise.race(attempts);
	expect(held).toHaveLength(1);
	for (const release of held) release();
	await Promise.all(attempts);
});

describe("a new webhook secret", () => {
	it("starts to sign when its owner activates it, or after 24 hours", async () => {
		await using running = await start();
		const { world, receiver, caller, secret } = running;
		const { admin } = world.service;
		const send = async (domain: string) => {
			await caller.send("POST", "/domains/register", { domain });
			await sendDue(world);
			const last = receiver.received.at(-1);
			const at = await now(world);
			return (candidate: string) =>
				last ? receive({ headers: last.headers, bytes: last.bytes }, [candidate], at).kind === "event" : false;
		};
		const second = done(await admin.rotateWebhookSecret(randomUUID(), caller.userId)).secret;
		let signedWith = await send("one.com");
		expect([signedWith(secret), signedWith(second)]).toEqual([true, false]);
		await admin.useWebhookSecret(randomUUID(), caller.userId);
		signedWith = await send("two.com");
		expect([signedWith(secret), signedWith(second)]).toEqual([false, true]);

		const third = done(await admin.rotateWebhookSecret(randomUUID(), caller.userId)).secret;
		await world.database.advance(23 * 3_600_000);
		signedWith = await send("three.com");
		expect([signedWith(second), signedWith(third)]).toEqual([true, false]);
		await world.database.advance(2 * 3_600_000);
		signedWith = await send("four.com");
		expect([signedWith(second), signedWith(third)]).toEqual([false, true]);
		expect(done(await admin.show(caller.userId)).webhook.rotation).toBeNull();

		const fourth = done(await admin.rotateWebhookSecret(randomUUID(), caller.userId)).secret;
		signedWith = await send("five.com");
		expect([signedWith(third), signedWith(fourth)]).toEqual([true, false]);
	});
});
