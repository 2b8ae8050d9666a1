import { randomBytes } from "node:crypto";
import { eventHeaders } from "@domains/contract/events.ts";
import { sign } from "@domains/contract/signature.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReceive } from "../../../src/actions/event/process.ts";
import { reportReleased } from "../../../src/actions/event/report.ts";
import { findAccount } from "../../../src/store/accounts.ts";
import { sealWebhookSecret } from "../../../src/store/secrets.ts";
import { createGate } from "../../support/gate.ts";
import { createLossyDb } from "../../support/lost-answers.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;
const secret = `whsec_${"s".repeat(43)}`;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Stores a webhook secret for the account of this person. The returned `post` sends an event to the account's webhook
 * address. By default, it signs the event with the stored secret.
 */
async function listening(personId: number) {
	const connection = await fixture.actions.connection.current({ personId });
	const account = await findAccount(fixture.deps.db, connection?.account?.id ?? 0);
	if (!account) throw new Error("not connected");
	const webhookSecret = sealWebhookSecret(fixture.deps.vault, account, secret);
	await fixture.database.sql`update bot.accounts set webhook_secret = ${webhookSecret} where id = ${account.id}`;
	const clock = async () => {
		const [row] = await fixture.database.sql`select clock() as now`;
		return row?.["now"] as Date;
	};
	const post = async (
		body: Record<string, unknown> | string,
		change: { id?: string; secret?: string; path?: string; age?: number; headers?: Record<string, string> } = {},
		receive = fixture.actions.event.receive,
	) => {
		const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
		const timestamp = String(Math.floor((await clock()).getTime() / 1000) - (change.age ?? 0));
		const { status } = await receive({
			path: change.path ?? account.receiverPath,
			headers: {
				[eventHeaders.id.toLowerCase()]: change.id ?? `event-${++last}`,
				[eventHeaders.timestamp.toLowerCase()]: timestamp,
				[eventHeaders.signature.toLowerCase()]: sign(change.secret ?? secret, timestamp, bytes),
				...change.headers,
			},
			bytes,
		});
		return status;
	};
	const heard = async (listener = personId) => {
		const rows = await fixture.database.sql`
			select subject_id from bot.outbox where subject_kind = 'event' and person_id = ${listener} order by id`;
		const groups = await Promise.all(
			rows.map((row) => fixture.actions.event.get({ personId: listener, eventId: Number(row["subject_id"]) })),
		);
		return groups.flatMap((group) => group?.alerts ?? []);
	};
	return { post, heard, clock, account };
}

async function customer() {
	const { personId, account } = await fixture.customer(1_000 + ++last);
	return { personId, service: account, ...(await listening(personId)) };
}

const registered = (domain: string, more: Record<string, unknown> = {}) => ({
	event: "domain.registered",
	domain,
	occurred_at: new Date().toISOString(),
	...more,
});

it("quietly refuses an event with nesting too deep for any real one", async () => {
	const { post } = await customer();
	const nested = (levels: number) => `{"event":"domain.renewed","x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
	expect(await post(nested(30_000))).toBe(400);
	expect(await post(nested(1_000))).toBe(400);
	expect(await post(nested(20))).toBe(200);
});

describe("an event", () => {
	it("is stored before it is answered, and reported once to the account's people", async () => {
		const { post, heard, service } = await customer();
		const { personId: boris } = await fixture.customer(1_000 + ++last, service);
		const body = registered("told.com", { client_ref: "shop", external_ref: "A-1" });
		expect(await post(body, { id: "one" })).toBe(200);
		expect(await post(body, { id: "one" })).toBe(200);
		expect(await post(body, { id: "the same under another id" })).toBe(200);
		await fixture.settle();
		await fixture.settle();
		for (const person of [await heard(), await heard(boris)]) {
			expect(person).toMatchObject([
				{ type: "domain.registered", domain: "told.com", clientRef: "shop", externalRef: "A-1", operation: null },
			]);
		}
	});

	it("of a purchase outside the bot gets its charge, the balance and the new date in one alert", async () => {
		const { post, heard, service, personId } = await customer();
		await fixture.actions.account.read({ personId });
		const expires = Date.UTC(2031, 4, 1);
		fixture.service.take("outside.com", service, { expires });
		for (let each = 1; each <= 8; each += 1) {
			service.balanceCents -= 1_250;
			// A screen that reads the balance before the event is processed changes nothing.
			if (each === 3) await fixture.actions.account.read({ personId });
			expect(await post({ event: "domain.renewed", domain: "outside.com", n: each })).toBe(200);
			await fixture.settle();
		}
		expect(await heard()).toMatchObject([{ times: 8, outside: true, operation: null, expiresAt: new Date(expires) }]);
		const [row] = await fixture.database.sql`
			select subject_id from bot.outbox where subject_kind = 'event' and person_id = ${personId}`;
		expect(await fixture.actions.event.get({ personId, eventId: Number(row?.["subject_id"]) })).toMatchObject({
			count: 8,
			chargedCents: 10_000,
			balanceCents: 40_000,
		});
	});

	it("of an own order is not outside the bot", async () => {
		const bought = await quoted(fixture, 1_000 + ++last, "inside.com");
		const { post } = await listening(bought.personId);
		const { personId: boris } = await fixture.customer(1_000 + ++last, bought.account);
		await bought.confirm();
		await fixture.settle();
		await post(registered("inside.com", { external_ref: bought.reference }));
		await fixture.settle();
		const [row] = await fixture.database.sql`
			select subject_id from bot.outbox where subject_kind = 'event' and person_id = ${boris}`;
		const group = await fixture.actions.event.get({ personId: boris, eventId: Number(row?.["subject_id"]) });
		expect(group).toMatchObject({ chargedCents: null, alerts: [{ outside: false }] });
	});

	it("is stored once if the answer to the commit was lost", async () => {
		const { post, heard } = await customer();
		const lossy = createLossyDb(fixture.deps.db);
		lossy.lose();
		const receive = createReceive({ ...fixture.deps, db: lossy.db });
		expect(await post(registered("lost-answer.com"), {}, receive)).toBe(200);
		await fixture.settle();
		expect(await heard()).toMatchObject([{ domain: "lost-answer.com" }]);
	});

	it("fails with all others that wait, before the service gives up, while the database is lost", async () => {
		const { post } = await customer();
		const lost = () => Promise.reject(Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" }));
		const db = Object.assign(Object.create(fixture.deps.db), { transaction: lost });
		const receive = createReceive({ ...fixture.deps, db });
		const began = performance.now();
		const posts = Array.from({ length: 121 }, (_, n) => post(registered(`waits-${n}.com`), {}, receive));
		const answers = await Promise.allSettled(posts);
		expect(answers.every(({ status }) => status === "rejected")).toBe(true);
		expect(performance.now() - began).toBeLessThan(8_000);
	});

	it("is stored once, with any concurrent events", async () => {
		const [anna, boris] = [await customer(), await customer()];
		const body = registered("at-once.com");
		const statuses = await Promise.all([
			anna.post(registered("first.com")),
			anna.post(body, { id: "one" }),
			boris.post(body, { id: "one" }),
			anna.post(body, { id: "one" }),
			anna.post(body, { id: "the same under another id" }),
			anna.post(registered("refused.com"), { path: "nobody" }),
			anna.post(registered("spoilt.com"), { id: randomBytes(6_000).toString("hex") }),
		]);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 401, 400]);
		await fixture.settle();
		expect((await anna.heard()).map((alert) => alert?.domain).toSorted()).toEqual(["at-once.com", "first.com"]);
		expect(await boris.heard()).toMatchObject([{ domain: "at-once.com" }]);
	});

	it.each([
		["another secret", { secret: `whsec_${"x".repeat(43)}` }, 401],
		["an unknown address", { path: "nobody" }, 401],
		["an expired signature", { age: 9 * 3600 }, 400],
		["a compressed body", { headers: { "content-encoding": "gzip" } }, 415],
		["no signature", { headers: { [eventHeaders.signature.toLowerCase()]: "" } }, 401],
	])("is refused with %s", async (_what, change, status) => {
		const { post, heard } = await customer();
		expect(await post(registered("refused.com"), change)).toBe(status);
		await fixture.settle();
		expect(await heard()).toEqual([]);
	});

	it("is stored and reported if its text has characters that the database cannot store", async () => {
		const { post, heard } = await customer();
		expect(await post({ event: "domain.blocked", domain: "strange.com", reason: "a\u0000b \ud800" })).toBe(200);
		await fixture.settle();
		expect(await heard()).toMatchObject([{ domain: "strange.com", reason: "a\ufffdb \ufffd" }]);
	});

	it("is not accepted with the secret of a person who lost access when a newer token was connected", async () => {
		const { personId, service, post, heard } = await customer();
		const boris = await fixture.customer(1_000 + ++last, service);
		const mine = `whsec_${"b".repeat(43)}`;
		await fixture.actions.profile.keepSecret({ ...boris, secret: mine });
		expect(await post(registered("while-in.com"), { secret: mine })).toBe(200);
		await fixture.actions.connection.connect({ personId, token: fixture.service.reissue(service) });
		expect(await post(registered("forged.com"), { secret: mine })).toBe(401);
		// The bot refused Boris's secret because the person who connected the newer token still has access. A forged event
		// could deceive that person. When that person has lost access too, no person can be deceived. So the bot then accepts
		// the event.
		await fixture.database.sql`update bot.connections set state = 'needs_token' where person_id = ${personId}`;
		expect(await post(registered("nobody-in.com"), { secret: mine })).toBe(200);
		expect((await heard()).map((event) => event?.domain)).not.toContain("forged.com");
	});

	it("is accepted hours late, once", async () => {
		const { post, heard } = await customer();
		const body = registered("late.com");
		expect(await post(body, { id: "late", age: 3 * 3600 })).toBe(200);
		expect(await post(body, { id: "late", age: 4 * 3600 })).toBe(200);
		await fixture.settle();
		expect(await heard()).toHaveLength(1);
	});

	it("is reported in plain form if its type is unknown", async () => {
		const { post, heard } = await customer();
		expect(await post({ event: "zone.melted", temperature: 99 })).toBe(200);
		await fixture.settle();
		expect(await heard()).toMatchObject([{ type: "zone.melted", domain: null, occurredAt: null }]);
	});

	it("is not shown to people who disconnected or muted its type or domain", async () => {
		const { personId, post, heard } = await customer();
		await fixture.actions.alert.mute({ personId, topic: "domain", domain: "quiet.com" });
		await fixture.actions.alert.mute({ personId, topic: "type", type: "domain.renewed" });
		for (const body of [
			registered("quiet.com"),
			registered("loud.com"),
			{ ...registered("loud.com"), event: "domain.renewed" },
		]) {
			await post(body);
		}
		await fixture.settle();
		expect((await heard()).map((each) => each.domain)).toEqual(["loud.com"]);
		expect(await fixture.actions.alert.mutes({ personId })).toHaveLength(2);
		await fixture.actions.alert.unmute({ personId, topic: "domain", domain: "quiet.com" });
		expect((await heard()).map((each) => each.domain)).toEqual(["quiet.com", "loud.com"]);
		const connectionId = (await fixture.actions.connection.current({ personId }))?.id ?? 0;
		await fixture.actions.connection.disconnect({ personId, connectionId });
		expect(await heard()).toEqual([]);
	});

	it("is not shown to people whose token the service refused, until they connect the current one", async () => {
		const { personId, post, heard, service } = await customer();
		const { personId: boris } = await fixture.customer(1_000 + ++last, service);
		await post(registered("before.com"));
		await fixture.settle();
		// One message reports all events of the same type and account within a minute. Advance the clock by more than a
		// minute, so that the next event gets a separate message.
		await fixture.database.advance(61_000);
		const token = fixture.service.reissue(service);
		await fixture.actions.account.read({ personId: boris });
		await fixture.actions.connection.connect({ personId, token });
		await post(registered("after.com"));
		await fixture.settle();
		expect((await heard()).map((each) => each?.domain)).toEqual(["before.com", "after.com"]);
		expect(await heard(boris)).toEqual([]);
		await fixture.actions.connection.connect({ personId: boris, token });
		await fixture.database.advance(61_000);
		await post(registered("again.com"));
		await fixture.settle();
		expect((await heard(boris)).map((each) => each?.domain)).toEqual(["before.com", "again.com"]);
	});
});

describe("events of one type within a minute", () => {
	const rowsOf = (personId: number) => fixture.database.sql<{ state: string; subject: number }[]>`
		select state, subject_id::int as subject from bot.outbox
		where subject_kind = 'event' and person_id = ${personId} order by id`;
	const show = (personId: number, subject = 0) => fixture.database.sql`
		with sent as (
			update bot.outbox set state = 'sent', wake_at = null where person_id = ${personId} and subject_kind = 'event'
		)
		insert into bot.screens (chat_id, person_id, feature, params, subject_kind, subject_id, shown_rev)
		values (${personId}, ${personId}, 'alert', '{}', 'event', ${subject}, 1)`;

	it("are one notification, also for several people", async () => {
		const { personId, post, heard, service } = await customer();
		const { personId: boris } = await fixture.customer(1_000 + ++last, service);
		await Promise.all([1, 2, 3, 4].map((number) => post(registered(`several-${number}.com`))));
		await post({ event: "domain.renewed", domain: "other-type.com" });
		await fixture.settle();
		expect(await rowsOf(personId)).toHaveLength(2);
		expect(await rowsOf(boris)).toHaveLength(2);
		const names = (await heard(boris)).map(({ domain }) => domain).toSorted();
		expect(names).toEqual(["other-type.com", ...[1, 2, 3, 4].map((number) => `several-${number}.com`)]);
	});

	it("are two if a minute passed", async () => {
		const { personId, post } = await customer();
		await post(registered("early.com"));
		await fixture.settle();
		await fixture.database.advance(61_000);
		await post(registered("later.com"));
		await fixture.settle();
		expect(await rowsOf(personId)).toHaveLength(2);
	});

	it("get separate messages if the message of all of them cannot be shown", async () => {
		const { personId, post, heard } = await customer();
		for (const name of ["one", "two", "three"]) await post({ event: "domain.blocked", domain: `${name}-split.com` });
		await fixture.settle();
		const [row] = await rowsOf(personId);
		const split = () => fixture.actions.event.split({ eventId: row?.subject ?? 0 });
		expect(await split()).toBe(true);
		expect(await rowsOf(personId)).toHaveLength(3);
		expect((await heard()).map(({ domain }) => domain).toSorted()).toEqual([
			"one-split.com",
			"three-split.com",
			"two-split.com",
		]);
		expect(await split()).toBe(false);
	});

	it("redraw the message that shows them, and are sent again where none does", async () => {
		const { personId, post } = await customer();
		await post(registered("shown.com"));
		await fixture.settle();
		const [row] = await rowsOf(personId);
		await show(personId, row?.subject);
		await post(registered("drawn.com"));
		await fixture.settle();
		expect(await rowsOf(personId)).toMatchObject([{ state: "sent" }]);
		const screens = await fixture.database
			.sql`select rev > shown_rev as due from bot.screens where person_id = ${personId}`;
		expect(screens).toEqual([{ due: true }]);
		await fixture.database.sql`update bot.screens set subject_kind = null where person_id = ${personId}`;
		await post(registered("sent-again.com"));
		await fixture.settle();
		expect(await rowsOf(personId)).toMatchObject([{ state: "waiting" }]);
	});
});

describe("an event about a domain whose alerts are muted", () => {
	it("is reported if it is a block, unless blocks are muted as well", async () => {
		const { personId, post, heard } = await customer();
		const types = async () => (await heard()).map(({ type }) => type);
		await fixture.actions.alert.mute({ personId, topic: "domain", domain: "calm.com" });
		await post(registered("calm.com"));
		await post({ event: "domain.blocked", domain: "calm.com" });
		await post({ event: "domain.unblocked", domain: "calm.com" });
		await fixture.settle();
		expect(await types()).toEqual(["domain.blocked", "domain.unblocked"]);
		await fixture.actions.alert.mute({ personId, topic: "block", domain: "calm.com" });
		expect(await types()).toEqual([]);
		await fixture.actions.alert.unmute({ personId, topic: "domain", domain: "calm.com" });
		expect(await types()).toEqual(["domain.registered"]);
	});

	it("promises an alert at the end of a block only if that is not muted", async () => {
		const { personId, post, heard } = await customer();
		await post({ event: "domain.blocked", domain: "promise.com" });
		await fixture.settle();
		const promised = async () => (await heard())[0]?.reportsEnd;
		expect(await promised()).toBe(true);
		await fixture.actions.alert.mute({ personId, topic: "type", type: "domain.unblocked" });
		expect(await promised()).toBe(false);
	});
});

describe("an event of an order placed here", () => {
	it("is on the receipt of the person who ordered, and an alert for the others", async () => {
		const { heard, post, boris, reference } = await bought("own-event.com", null);
		await post(registered("own-event.com", { external_ref: reference }));
		await fixture.settle();
		expect(await heard()).toEqual([]);
		expect(await heard(boris)).toMatchObject([{ domain: "own-event.com", operation: { reference } }]);
	});

	it("is an alert after all if the order fails: another program caused it", async () => {
		const { heard, post, personId, reference } = await bought("swallowed.com", null);
		const { sql } = fixture.database;
		await post(registered("swallowed.com"));
		await fixture.settle();
		expect(await heard()).toEqual([]);
		const [operation] = await sql<{ id: number }[]>`
			select id::int from bot.operations where reference = ${reference} and person_id = ${personId}`;
		await fixture.deps.db.transaction((tx) =>
			reportReleased(tx, fixture.deps, { id: operation?.id ?? 0, personId }, ["swallowed.com"]),
		);
		expect(await heard()).toMatchObject([{ domain: "swallowed.com" }]);
	});

	it("is an alert if it has another reference, or if it is the second one", async () => {
		const { heard, post } = await bought("not-mine.com", null);
		await post(registered("not-mine.com", { external_ref: "of another program" }));
		await fixture.settle();
		expect(await heard()).toMatchObject([{ externalRef: "of another program" }]);
		await post(registered("not-mine.com"));
		await fixture.settle();
		expect(await heard()).toHaveLength(1);
		await post({ ...registered("not-mine.com"), note: "a second one" });
		await fixture.settle();
		expect(await heard()).toMatchObject([{ domain: "not-mine.com", externalRef: null, times: 2 }]);
	});
});

async function bought(domain: string, externalRef: string | null) {
	const { personId, ...hook } = await customer();
	const { personId: boris } = await fixture.customer(1_000 + ++last, hook.service);
	const line = { domain, years: 1, ...(externalRef !== null && { externalRef }) };
	const result = await fixture.actions.quote.register({ personId, lines: [line] });
	if (result.kind !== "quoted") throw new Error(`no quote: ${result.kind}`);
	const { id: operationId, reference } = result.operation;
	await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	await fixture.settle();
	return { ...hook, personId, boris, reference };
}

describe("an event under the person's own reference", () => {
	it("shows the number of the registration ordered here", async () => {
		const { post, heard, reference, boris } = await bought("own-reference.com", "PO-17");
		await post(registered("own-reference.com", { external_ref: "PO-17" }));
		await fixture.settle();
		expect(await heard(boris)).toMatchObject([{ externalRef: "PO-17", operation: { reference } }]);
		expect(await heard()).toEqual([]);
	});

	it("shows no number if the order may be from another program, account or time", async () => {
		const { post, heard } = await bought("other-order.com", "PO-17");
		const stranger = await customer();
		const body = registered("other-order.com", { external_ref: "PO-17" });
		await post({ ...body, external_ref: "PO-18" });
		await post({ ...body, domain: "other-name.com" });
		await post({ ...body, event: "domain.renewed" });
		await fixture.settle();
		// A second event about the same domain within a minute would be on the line of the first one.
		await fixture.database.advance(61_000);
		await post({ ...body, occurred_at: new Date(Date.now() - 3 * 24 * 3_600_000).toISOString() });
		await stranger.post(body);
		await fixture.settle();
		const told = [...(await heard()), ...(await stranger.heard())];
		expect(told.map((each) => each?.operation)).toEqual([null, null, null, null, null]);
	});
});

describe("blocked and unblocked", () => {
	it.each([
		["xn--e1afmkfd.com", "пример.com"],
		["upper-block.com", "UPPER-block.com"],
		["dotted-block.com", "dotted-block.com."],
	])("are recorded for %s when the event spells it %s", async (domain, written) => {
		const { personId, post, service } = await customer();
		fixture.service.take(domain, service);
		await post({ event: "domain.blocked", domain: written, occurred_at: "2026-01-01T00:10:00Z" });
		await fixture.settle();
		expect(await fixture.actions.domain.card({ personId, domain })).toMatchObject({
			blockedSince: new Date("2026-01-01T00:10:00Z"),
		});
	});

	it("apply by the time they happened, in any order of arrival", async () => {
		const { personId, post, service } = await customer();
		fixture.service.take("block.com", service);
		const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
		const since = async () => {
			await fixture.settle();
			const card = await fixture.actions.domain.card({ personId, domain: "block.com" });
			return card.kind === "domain" ? (card.blockedSince?.toISOString() ?? null) : card.kind;
		};
		await post({ event: "domain.blocked", domain: "block.com", occurred_at: at(10) });
		expect(await since()).toBe(at(10));
		await post({ event: "domain.unblocked", domain: "block.com", occurred_at: at(5) });
		expect(await since()).toBe(at(10));
		await post({ event: "domain.unblocked", domain: "block.com", occurred_at: at(20) });
		expect(await since()).toBeNull();
	});

	it("are each reported, and marked as past if a newer one followed", async () => {
		const { post, heard } = await customer();
		const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
		const tell = async (event: string, minute: number) => {
			await post({ event, domain: "late-block.com", occurred_at: at(minute) });
			await fixture.settle();
			return (await heard()).at(-1);
		};
		expect(await tell("domain.unblocked", 20)).toMatchObject({ type: "domain.unblocked", past: false });
		expect(await tell("domain.blocked", 10)).toMatchObject({ type: "domain.blocked", past: true });
		expect(await tell("domain.blocked", 30)).toMatchObject({ type: "domain.blocked", past: false });
		expect(await tell("domain.blocked", 25)).toMatchObject({ type: "domain.blocked", past: false });
		expect(await tell("domain.unblocked", 27)).toMatchObject({ type: "domain.unblocked", past: true });
		expect(await heard()).toHaveLength(5);
	});
});

it("that comes before the answer leaves the day's limit with what the answer says was charged", async () => {
	const bought = await quoted(fixture, 1_000 + ++last, "before-answer.com");
	const { personId } = bought;
	const { post } = await listening(personId);
	await bought.confirm();
	using answer = createGate();
	fixture.service.charging.told = true;
	fixture.service.charging.register = () => 2_000;
	fixture.service.fail(/register/, { kind: "slow", until: answer.opened });
	const { signal } = new AbortController();
	const working = fixture.tasks.operation(String(await bought.requestId()), signal);
	await expect.poll(() => bought.account.ledger.length).toBe(1);
	await post(registered("before-answer.com", { external_ref: bought.reference }));
	const [event] = await fixture.database.sql<{ id: string }[]>`select max(id)::text as id from bot.inbox`;
	await fixture.tasks.event(event?.id ?? "", signal);
	expect((await bought.now()).state).toBe("succeeded");
	answer.open();
	await working;
	fixture.service.charging.told = false;
	delete fixture.service.charging.register;
	expect((await bought.now()).items).toMatchObject([{ priceCents: 1_150, chargedCents: 2_000 }]);
	const spent = await fixture.database.sql`select spent_cents from bot.spend_days where person_id = ${personId}`;
	expect(spent).toMatchObject([{ spent_cents: 2_000 }]);
});

describe("an event about an order that is in doubt", () => {
	async function inDoubt(domain: string) {
		const bought = await quoted(fixture, 1_000 + ++last, domain);
		const hook = await listening(bought.personId);
		await bought.confirm();
		fixture.service.fail(/register/, ...Array.from({ length: 9 }, () => ({ kind: "lost" }) as const));
		await fixture.settle();
		expect((await bought.now()).state).toBe("unknown");
		return { bought, ...hook };
	}

	it("settles the order by our reference and is linked to it", async () => {
		const { bought, post, heard } = await inDoubt("settled.com");
		await post(registered("settled.com", { external_ref: bought.reference }));
		await fixture.settle();
		expect([(await bought.now()).state, await bought.told()]).toEqual(["succeeded", 1]);
		expect(await heard()).toEqual([]);
		fixture.service.heal();
		await pass(fixture, 2);
		expect([bought.account.ledger.length, await bought.told()]).toEqual([1, 1]);
	});

	it.each([
		["xn--b1agh1afp.com", "привет.com"],
		["spelt.com", "SPELT.com."],
	])("settles %s when the event spells it %s", async (domain, written) => {
		const { bought, post } = await inDoubt(domain);
		await post(registered(written, { external_ref: bought.reference }));
		await fixture.settle();
		expect((await bought.now()).state).toBe("succeeded");
		fixture.service.heal();
	});

	it("only triggers a lookup if it has another reference", async () => {
		const { bought, post } = await inDoubt("weaker.com");
		fixture.service.heal();
		const sent = () => fixture.service.calls.filter((each) => each.body["domain"] === "weaker.com").length;
		const before = sent();
		await post(registered("weaker.com", { external_ref: "of another program" }));
		await fixture.settle();
		await pass(fixture, 3);
		expect([(await bought.now()).state, sent() - before, bought.account.ledger.length]).toEqual(["succeeded", 0, 1]);
	});
});

describe("an event that comes before the answer of a list", () => {
	it("leaves the list's other names to that answer", async () => {
		const { personId, post, service } = await customer();
		const [mine, taken] = [`early-${last}.com`, `early-taken-${last}.com`];
		const quote = await fixture.actions.quote.register({
			personId,
			lines: [mine, taken].map((domain) => ({ domain, years: 1 })),
		});
		if (quote.kind !== "quoted") throw new Error(`no quote: ${quote.kind}`);
		const { id: operationId, reference } = quote.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		using read = createGate();
		using answered = createGate();
		fixture.service.fail(/search.batch/, { kind: "slow", until: read.opened });
		fixture.service.fail(/register.batch/, { kind: "slow", until: answered.opened });
		const count = (path: RegExp): number => fixture.service.calls.filter((call) => path.test(call.path)).length;
		const [reads, sent] = [count(/search.batch/), count(/register.batch/)];
		const settled = fixture.settle();
		await expect.poll(() => count(/search.batch/)).toBe(reads + 1);
		// Another owner registers the name between the last read and the order.
		fixture.service.take(taken, fixture.service.openAccount());
		read.open();
		await expect.poll(() => count(/register.batch/)).toBe(sent + 1);
		await post(registered(mine, { external_ref: reference }));
		const [event] = await fixture.database.sql<{ id: string }[]>`select max(id)::text as id from bot.inbox`;
		await fixture.tasks.event(event?.id ?? "", new AbortController().signal);
		const now = async () => {
			const found = await fixture.actions.operation.get({ personId, operationId });
			if (found.kind !== "operation") throw new Error("the operation is gone");
			const { state, items } = found.operation;
			return [state, ...items.map(({ phase, problem }) => [phase, problem?.code ?? null])];
		};
		expect(await now()).toEqual(["sent", ["succeeded", null], ["open", null]]);
		answered.open();
		await settled;
		expect(await now()).toEqual(["succeeded", ["succeeded", null], ["failed", "not_available"]]);
		expect(service.ledger).toEqual([{ domain: mine, cents: 1_150 }]);
		const [day] = await fixture.database.sql`select spent_cents from bot.spend_days where person_id = ${personId}`;
		expect(day).toEqual({ spent_cents: 1_150 });
	});
});

describe("an event about a domain with a muted label", () => {
	it("is not shown, by the label of the event or of the domain, unless it is a block", async () => {
		const { personId, post, heard } = await customer();
		const names = async () => (await heard()).map(({ type, domain }) => `${type} ${domain}`);
		await post({ ...registered("labelled.com"), client_ref: "shop" });
		await post({ ...registered("other-label.com"), client_ref: "blog" });
		await post(registered("listed.com"));
		await fixture.settle();
		await fixture.database.sql`update bot.domains set client_ref = 'shop' where domain = 'listed.com'`;
		await post({ event: "domain.blocked", domain: "listed.com" });
		await fixture.settle();
		await fixture.actions.alert.mute({ personId, topic: "label", label: "shop" });
		expect(await names()).toEqual(["domain.registered other-label.com", "domain.blocked listed.com"]);
		expect((await heard())[1]?.reportsEnd).toBe(true);
		await fixture.actions.alert.mute({ personId, topic: "label_block", label: "shop" });
		expect(await names()).toEqual(["domain.registered other-label.com"]);
		await fixture.actions.alert.unmute({ personId, topic: "label", label: "shop" });
		expect(await names()).toHaveLength(3);
		expect(await fixture.actions.alert.mutes({ personId })).toEqual([{ topic: "label_block", label: "shop" }]);
	});

	it("still reports blocks after a mute only if they are not muted otherwise", async () => {
		const { personId, post } = await customer();
		await post({ ...registered("shop-a.com"), client_ref: "Shop" });
		await fixture.settle();
		await fixture.database.sql`update bot.domains set client_ref = 'Shop' where domain = 'shop-a.com'`;
		const { alert } = fixture.actions;
		expect(await alert.label({ personId, text: " shop " })).toBe("Shop");
		expect(await alert.label({ personId, text: "another" })).toBeNull();
		const ofDomain = () => alert.reportsBlocks({ personId, domain: "shop-a.com" });
		await alert.mute({ personId, topic: "domain", domain: "shop-a.com" });
		expect(await ofDomain()).toBe(true);
		await alert.mute({ personId, topic: "label_block", label: "Shop" });
		expect(await ofDomain()).toBe(false);
		expect(await alert.reportsBlocks({ personId, label: "Shop" })).toBe(false);
		await alert.unmute({ personId, topic: "label_block", label: "Shop" });
		expect(await ofDomain()).toBe(true);
		await alert.mute({ personId, topic: "type", type: "domain.blocked" });
		expect(await ofDomain()).toBe(false);
	});
});

// The tests below advance the clock by minutes. They come last, because other tests send events with the time of this
// machine.
describe("the same body under another id", () => {
	const block = { event: "domain.blocked", domain: "same-body.com" };
	const types = async (heard: () => Promise<{ type: string }[]>) => {
		await fixture.settle();
		return (await heard()).map(({ type }) => type.replace("domain.", ""));
	};

	it.each([
		["without a time", block],
		["with a time", { ...block, occurred_at: "2026-01-01T00:00:00Z" }],
	])("%s is a repeat for ten minutes, and then a new event", async (_what, body) => {
		const { post, heard } = await customer();
		await post(body);
		await fixture.database.advance(9 * 60_000);
		await post(body);
		expect(await types(heard)).toEqual(["blocked"]);
		await fixture.database.advance(2 * 60_000);
		expect(await post(body, { id: "later" })).toBe(200);
		expect(await post(body, { id: "later" })).toBe(200);
		expect(await types(heard)).toEqual(["blocked", "blocked"]);
	});

	it("is new at once if it has no time and its domain was unblocked since", async () => {
		const { post, heard } = await customer();
		await post(block);
		await post({ event: "domain.unblocked", domain: "same-body.com" });
		expect(await types(heard)).toEqual(["blocked", "unblocked"]);
		await post(block);
		expect(await types(heard)).toEqual(["blocked", "unblocked", "blocked"]);
	});

	it("is new without any id, and a repeat if its signature is old", async () => {
		const { post, heard } = await customer();
		const without = { headers: { [eventHeaders.id]: "" } };
		await post(block, without);
		await fixture.database.advance(11 * 60_000);
		await post(block, { age: 11 * 60, id: "recorded by somebody" });
		expect(await types(heard)).toEqual(["blocked"]);
		await post(block, without);
		expect(await types(heard)).toEqual(["blocked", "blocked"]);
	});
});

describe("an event dated ahead of the clock", () => {
	it("counts as of its arrival, so that it hides no later event", async () => {
		const { personId, post, heard, service } = await customer();
		fixture.service.take("future.com", service);
		const card = () => fixture.actions.domain.card({ personId, domain: "future.com" });
		const ahead = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
		await post({ event: "domain.blocked", domain: "future.com", occurred_at: ahead });
		await fixture.settle();
		expect((await heard())[0]?.occurredAt?.getTime()).toBeLessThan(Date.now() + 24 * 3_600_000);
		await fixture.database.advance(1_000);
		await post({ event: "domain.unblocked", domain: "future.com" });
		await fixture.settle();
		expect(await card()).toMatchObject({ blockedSince: null });
		expect(await heard()).toMatchObject([
			{ type: "domain.blocked", past: true },
			{ type: "domain.unblocked", past: false },
		]);
	});

	it("hides none if an older version stored its time", async () => {
		const { personId, post, service } = await customer();
		fixture.service.take("stored.com", service);
		await post({ event: "domain.blocked", domain: "stored.com" });
		await fixture.settle();
		await fixture.database.sql`
			update bot.domains set block_signal_at = clock() + interval '1 year' where domain = 'stored.com'`;
		await post({ event: "domain.unblocked", domain: "stored.com" });
		await fixture.settle();
		expect(await fixture.actions.domain.card({ personId, domain: "stored.com" })).toMatchObject({ blockedSince: null });
	});
});

it("is on the line of an earlier one of its type within a minute, and shows how many there are", async () => {
	const { personId, post, heard } = await customer();
	for (let number = 1; number <= 8; number += 1) {
		await post({ event: "domain.renewed", domain: "again.com", external_ref: `order-${number}` });
		await fixture.settle();
		await fixture.database.advance(4_000);
	}
	await post({ event: "domain.renewed", domain: "beside.com" });
	await fixture.settle();
	expect(
		await fixture.database.sql`select from bot.outbox where person_id = ${personId} and subject_kind = 'event'`,
	).toHaveLength(1);
	expect(await heard()).toMatchObject([
		{ domain: "again.com", times: 8, externalRef: "order-8" },
		{ domain: "beside.com", times: 1 },
	]);
});

it("a field of an event that cannot be read is reported, and the event is stored", async () => {
	const { personId } = await fixture.customer(++last);
	const { post } = await listening(personId);
	const reported: object[] = [];
	const receive = createReceive({ ...fixture.deps, onUnreadable: (gap) => void reported.push(gap) });
	const body = { event: "domain.blocked", domain: "odd.com", client_ref: null, external_ref: 7, occurred_at: 1e300 };
	expect(await post(body, {}, receive)).toBe(200);
	const from = fixture.service.url;
	expect(reported).toEqual(["external_ref", "occurred_at"].map((field) => ({ source: "event", field, from })));
});

describe("an event about a domain with a muted tag", () => {
	it("is not shown to the person who tagged it, unless it is a block", async () => {
		const { personId, post, heard } = await customer();
		const names = async () => (await heard()).map(({ type, domain }) => `${type} ${domain}`);
		for (const domain of ["tagged-mute.com", "untagged-mute.com"]) await post(registered(domain));
		await post({ event: "domain.blocked", domain: "tagged-mute.com" });
		await fixture.settle();
		const { alert, domain } = fixture.actions;
		await fixture.database.sql`update bot.domains set listed_at = clock() where domain = 'tagged-mute.com'`;
		await domain.tag({ personId, names: ["tagged-mute.com"], text: "Quiet" });
		expect(await alert.knownTag({ personId, text: "#QUIET " })).toBe("quiet");
		expect(await alert.knownTag({ personId, text: "another" })).toBeNull();
		await alert.mute({ personId, topic: "tag", tag: "quiet" });
		expect(await names()).toEqual(["domain.registered untagged-mute.com", "domain.blocked tagged-mute.com"]);
		expect(await alert.reportsBlocks({ personId, domain: "tagged-mute.com" })).toBe(true);
		await alert.mute({ personId, topic: "tag_block", tag: "quiet" });
		expect(await names()).toEqual(["domain.registered untagged-mute.com"]);
		expect(await alert.reportsBlocks({ personId, domain: "tagged-mute.com" })).toBe(false);
		await alert.unmute({ personId, topic: "tag", tag: "quiet" });
		expect(await alert.mutes({ personId })).toEqual([{ topic: "tag_block", tag: "quiet" }]);
	});
});
