import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewMandate } from "../../../src/actions/index.ts";
import type { ProposedOrder } from "../../../src/store/programs.ts";
import { untilBlocked } from "../../support/blocked.ts";
import type { SmallAccount } from "../../support/small-service.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const dayMs = 24 * 3_600_000;

/** Creates a person and a program with this mandate, and returns what both of them can do. */
async function program(change: Partial<NewMandate> = {}, account: SmallAccount = fixture.service.openAccount()) {
	const { personId } = await fixture.customer(++last, account);
	const { program: verbs, operation } = fixture.actions;
	const mandate: NewMandate = {
		name: "my agent",
		allows: ["read", "register", "renew", "dns", "nameservers"],
		names: [".com"],
		tag: null,
		dayCents: 3_000,
		orderCents: 3_000,
		days: 1,
		...change,
	};
	const created = await verbs.create({ personId, mandate });
	if (created.kind !== "shown_once") throw new Error(created.kind);
	const { secret: token, mandateId } = created;
	const enter = () => verbs.authenticate({ token });
	const entered = async () => {
		const found = await enter();
		if (found.kind !== "mandate") throw new Error(found.kind);
		return found.mandate;
	};
	return {
		personId,
		account,
		mandateId,
		token,
		enter,
		async proposes(
			domain: string,
			{ key = domain, years = 1, reason = "because", action = "register" as "register" | "renew" } = {},
		) {
			const order = { action, domain, years };
			const result = await verbs.propose({ mandate: await entered(), key, order, reason });
			return result.kind === "refused" ? result.code : result.proposal.outcome;
		},
		async propose(order: ProposedOrder) {
			const result = await verbs.propose({ mandate: await entered(), key: order.domain, order, reason: "" });
			return result.kind === "refused" ? result.code : result.proposal.outcome;
		},
		async status(key: string) {
			const result = await verbs.status({ mandate: await entered(), key });
			return result.kind === "refused" ? result.code : result.proposal.outcome;
		},
		/** What the person sees: the waiting proposals and the recent ones. */
		async sees() {
			const found = await verbs.waiting({ personId, mandateId });
			if (!found) throw new Error("no such program");
			return found;
		},
		/** Taps *Pay* of the proposal for this domain. */
		async pays(domain: string) {
			const { waiting } = (await verbs.waiting({ personId, mandateId })) ?? { waiting: [] };
			const found = waiting.find(({ row }) => row.order.domain === domain)?.operation;
			return () => operation.confirm({ personId, operationId: found?.id ?? 0, number: found?.quote?.number ?? 0 });
		},
		mandate: entered,
	};
}

const five = ["one", "two", "three", "four", "five"].map((each) => `proposed-${each}.com`);

describe("a proposal", () => {
	it("becomes a quote, and only the person's tap charges, once", async () => {
		const { account, proposes, sees, pays, status } = await program();
		for (const domain of five) expect(await proposes(domain)).toBe("waiting");
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000);
		const { waiting, mandate } = await sees();
		expect(waiting.map(({ operation }) => operation?.quote?.totalCents)).toEqual([1_150, 1_150, 1_150, 1_150, 1_150]);
		expect(mandate).toMatchObject({ leftCents: 3_000, open: 5 });
		const tap = await pays("proposed-two.com");
		const taps = await Promise.all([tap(), tap()]);
		expect(taps.map(({ kind }) => kind).sort()).toEqual(["already", "confirmed"]);
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000 - 1_150);
		expect(await status("proposed-two.com")).toBe("done");
		expect((await sees()).mandate).toMatchObject({ leftCents: 1_850, open: 4 });
	});

	it("beyond five that wait is refused, and the person sees that", async () => {
		const { proposes, sees } = await program();
		for (const each of five) await proposes(`more-${each}`);
		expect(await proposes("more-six.com")).toBe("too_many_open");
		const { waiting, recent } = await sees();
		expect(waiting).toHaveLength(5);
		expect(recent.map(({ row }) => [row.order.domain, row.refusal])).toEqual([["more-six.com", "too_many_open"]]);
	});

	it("of many calls at once does not exceed the limit", async () => {
		const { proposes, sees } = await program();
		await Promise.all(Array.from({ length: 12 }, (_, n) => proposes(`flood-${n}.com`)));
		expect((await sees()).waiting).toHaveLength(5);
		const rows = await fixture.database.sql`select count(*)::int as n from bot.screens`;
		expect(rows[0]?.["n"]).toBe(0);
	});

	it("that is refused again and again leaves one notification, and fifty lines in the log", async () => {
		const { proposes, mandateId } = await program();
		for (let n = 0; n < 60; n += 1) expect(await proposes(`endless-${n}.net`)).toBe("outside");
		const [row] = await fixture.database.sql`
			select (select count(*)::int from bot.outbox where subject_kind = 'proposals' and subject_id = ${mandateId}) as told,
				(select count(*)::int from bot.proposals where mandate_id = ${mandateId}) as logged`;
		expect(row).toEqual({ told: 1, logged: 50 });
	});

	it("refused again and again is one line of the log, which has pages", async () => {
		const { proposes, personId, mandateId, sees } = await program();
		for (let n = 0; n < 12; n += 1) await proposes(`many-${n}.net`);
		for (let n = 0; n < 3; n += 1) await proposes("again.net");
		const page = async (number: number) =>
			(await fixture.actions.program.read({ personId, mandateId, page: number }))?.log;
		const first = await page(1);
		expect(first).toMatchObject({ pages: 2, total: 13 });
		expect(first?.items[0]).toMatchObject({ times: 3, row: { order: { domain: "again.net" } } });
		expect((await page(2))?.items.map(({ row }) => row.order.domain)).toEqual([
			"many-2.net",
			"many-1.net",
			"many-0.net",
		]);
		expect((await sees()).recent.map(({ times }) => times)).toEqual([3, 1, 1, 1, 1]);
	});

	it("outside the domains, the sums or the permissions of the mandate is refused", async () => {
		const { proposes } = await program({ orderCents: 1_200 });
		expect(await proposes("outside.net")).toBe("outside");
		expect(await proposes("dear.com", { years: 2 })).toBe("over_order");
		const reader = await program({ allows: ["read"] });
		expect(await reader.proposes("reader.com")).toBe("not_allowed");
	});

	it("above what is left of the day is refused, and so is its confirmation", async () => {
		const { proposes, pays, account } = await program({ dayCents: 2_000, orderCents: 2_000 });
		await proposes("day-one.com");
		await proposes("day-two.com");
		expect((await (await pays("day-one.com"))()).kind).toBe("confirmed");
		expect(await (await pays("day-two.com"))()).toMatchObject({ kind: "no_mandate", why: "over" });
		expect(await proposes("day-three.com")).toBe("over_day");
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000 - 1_150);
	});

	it("says what prevents its payment now, not at the time of its quote", async () => {
		const { proposes, pays, sees } = await program({}, fixture.service.openAccount(2_000));
		for (const domain of ["present-one.com", "present-two.com"]) await proposes(domain);
		const blockers = async () => (await sees()).waiting.map(({ blocker }) => blocker);
		expect(await blockers()).toEqual([null, null]);
		expect((await (await pays("present-one.com"))()).kind).toBe("confirmed");
		await fixture.settle();
		expect(await sees()).toMatchObject({ balanceCents: 850, waiting: [{ blocker: "short" }] });
	});

	it("with the same key is the same proposal, and with another order it is refused", async () => {
		const { proposes, sees } = await program();
		const results = await Promise.all([1, 2, 3].map(() => proposes("replayed.com", { key: "k" })));
		expect(results.filter((each) => each !== "waiting" && each !== "in_progress")).toEqual([]);
		expect(await proposes("replayed.com", { key: "k" })).toBe("waiting");
		expect(await proposes("altered.com", { key: "k" })).toBe("key_reused");
		expect(await proposes("replayed.com", { key: "k", years: 2 })).toBe("key_reused");
		expect((await sees()).waiting).toHaveLength(1);
	});

	it("cannot replace a quote that waits for the person", async () => {
		const { personId, proposes } = await program();
		await fixture.actions.quote.register({ personId, lines: [{ domain: "mine-first.com", years: 1 }] });
		expect(await proposes("mine-first.com")).toBe("already_quoted");
	});

	it("does not replace a quote that the person asks for while the registrar answers", async () => {
		const { personId, proposes } = await program();
		const arrival = Promise.withResolvers<void>();
		fixture.service.fail(/search/, { kind: "slow", until: arrival.promise });
		const before = fixture.service.calls.length;
		const proposing = proposes("same-second.com");
		await expect.poll(() => fixture.service.calls.length).toBeGreaterThan(before);
		const lines = [{ domain: "same-second.com", years: 1 }];
		expect((await fixture.actions.quote.register({ personId, lines })).kind).toBe("quoted");
		arrival.resolve();
		expect(await proposing).toBe("already_quoted");
	});

	it("is not quoted again after the person declined it, also when its quote is long forgotten", async () => {
		const { personId, mandateId, proposes, sees } = await program();
		expect(await proposes("declined.com")).toBe("waiting");
		const [proposal] = (await sees()).waiting;
		await fixture.actions.program.decline({ personId, mandateId, proposalId: proposal?.row.id ?? 0 });
		await fixture.database.sql`update bot.proposals set operation_id = null where id = ${proposal?.row.id ?? 0}`;
		expect(await proposes("declined.com")).toBe("declined");
		const quoted = await fixture.database.sql`
			select from bot.operations where person_id = ${personId} and state = 'quoted'`;
		expect(quoted).toHaveLength(0);
	});

	it("paid at the same time as another does not exceed the sum of the day", async () => {
		const { proposes, pays, account } = await program({ dayCents: 2_000, orderCents: 2_000 });
		await proposes("same-time-a.com");
		await proposes("same-time-b.com");
		const taps = [await pays("same-time-a.com"), await pays("same-time-b.com")];
		const kinds = (await Promise.all(taps.map((tap) => tap()))).map(({ kind }) => kind);
		expect(kinds.sort()).toEqual(["confirmed", "no_mandate"]);
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000 - 1_150);
	});

	it("of a domain that left the mandate's tag cannot be confirmed", async () => {
		const { account, personId, proposes, pays } = await program({ names: [], tag: "shop" });
		fixture.service.take("tagged.com", account);
		await fixture.actions.domain.portfolio({ personId, query: { sort: "name", offset: 0, limit: 10 } });
		await fixture.actions.domain.tag({ personId, names: ["tagged.com"], text: "shop" });
		expect(await proposes("tagged.com", { action: "renew" })).toBe("waiting");
		await fixture.actions.domain.untag({ personId, names: ["tagged.com"], tag: "shop" });
		expect(await (await pays("tagged.com"))()).toMatchObject({ kind: "no_mandate", why: "outside" });
	});

	it("repeated while the first call runs is neither refused nor shown twice", async () => {
		const { proposes, sees } = await program();
		const first = proposes("in-flight.com");
		const answers = [];
		for (let turn = 0; turn < 12; turn += 1) answers.push(await proposes("in-flight.com"));
		answers.push(await first);
		expect(answers.filter((each) => each !== "waiting" && each !== "in_progress")).toEqual([]);
		expect((await sees()).waiting).toHaveLength(1);
		expect((await sees()).recent).toEqual([]);
	});

	it("expires, and its old button charges nothing", async () => {
		const { proposes, pays, account, mandateId, personId } = await program();
		await proposes("expiring.com");
		const tap = await pays("expiring.com");
		await fixture.database.advance(dayMs);
		expect((await tap()).kind).toBe("expired");
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000);
		const found = await fixture.actions.program.read({ personId, mandateId });
		expect(found?.mandate.state).toBe("expired");
		expect(found?.log.items.map(({ outcome }) => outcome)).toEqual(["expired"]);
	});

	it("asks again at the price of now after its quote expired", async () => {
		const { proposes, sees, personId, mandateId, account } = await program();
		await proposes("later.com");
		await fixture.database.advance(6 * 60_000);
		await fixture.settle();
		const [before] = (await sees()).waiting;
		expect(before?.operation?.state).toBe("lapsed");
		const usual = fixture.service.prices.get(".com");
		fixture.service.prices.set(".com", { register: 1_300, renew: 1_400 });
		await fixture.actions.program.refresh({ personId, mandateId, proposalId: before?.id ?? 0 });
		expect((await sees()).waiting[0]?.operation).toMatchObject({ state: "quoted", quote: { totalCents: 1_300 } });
		if (usual) fixture.service.prices.set(".com", usual);
		expect(account.balanceCents).toBe(50_000);
	});
	it("asks again if the price rises between the tap and the purchase, and charges nothing until then", async () => {
		const { proposes, pays, status, account } = await program();
		await proposes("dearer.com");
		await (await pays("dearer.com"))();
		const usual = fixture.service.prices.get(".com");
		fixture.service.prices.set(".com", { register: 1_400, renew: 1_500 });
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000);
		expect(await status("dearer.com")).toBe("asked_again");
		expect((await (await pays("dearer.com"))()).kind).toBe("confirmed");
		await fixture.settle();
		if (usual) fixture.service.prices.set(".com", usual);
		expect(account.balanceCents).toBe(50_000 - 1_400);
		expect(await status("dearer.com")).toBe("done");
	});

	it("that asked again cannot be paid after its program was stopped, and is not shown any more", async () => {
		const { proposes, pays, sees, account, personId, mandateId } = await program();
		await proposes("asked-again.com");
		await (await pays("asked-again.com"))();
		const usual = fixture.service.prices.get(".com");
		fixture.service.prices.set(".com", { register: 1_400, renew: 1_500 });
		await fixture.settle();
		const tap = await pays("asked-again.com");
		await fixture.actions.program.stop({ personId, mandateId });
		expect((await sees()).waiting).toEqual([]);
		expect((await tap()).kind).not.toBe("confirmed");
		await fixture.settle();
		if (usual) fixture.service.prices.set(".com", usual);
		expect(account.balanceCents).toBe(50_000);
	});

	it("that expired cannot be quoted again by its old button", async () => {
		const { proposes, sees, personId, mandateId } = await program({ days: 3 });
		await proposes("too-late.com");
		const [before] = (await sees()).waiting;
		await fixture.database.advance(dayMs + 60_000);
		await fixture.settle();
		const refreshed = await fixture.actions.program.refresh({ personId, mandateId, proposalId: before?.id ?? 0 });
		expect(refreshed).toEqual({ kind: "gone" });
	});

	it("keeps its mandate if the person quotes it again on its own screen", async () => {
		const { account, propose, sees, personId, mandateId } = await program();
		fixture.service.take("planned-again.com", account);
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		await propose({ action: "dns", domain: "planned-again.com", add: [record], remove: [] });
		const [before] = (await sees()).waiting;
		const again = await fixture.actions.quote.again({ personId, operationId: before?.operation?.id ?? 0 });
		if (again.kind !== "quoted") throw new Error(again.kind);
		expect((await sees()).waiting.map(({ operation }) => operation?.id)).toEqual([again.operation.id]);
		await fixture.actions.program.stop({ personId, mandateId });
		const { id: operationId, quote } = again.operation;
		const result = await fixture.actions.operation.confirm({ personId, operationId, number: quote?.number ?? 0 });
		expect(result.kind).not.toBe("confirmed");
	});

	it("is saved together with its quote, so a stop in the same second withdraws both", async () => {
		const { personId, mandateId, proposes } = await program();
		const { sql } = fixture.database;
		let [proposing, stopping]: Promise<unknown>[] = [];
		await sql.begin(async (tx) => {
			await tx`lock table bot.operations in share row exclusive mode`;
			proposing = proposes("at-its-end.com");
			await untilBlocked(sql);
			stopping = fixture.actions.program.stop({ personId, mandateId });
			await untilBlocked(sql, 2);
		});
		await Promise.all([proposing, stopping]);
		expect(await sql`select state from bot.proposals where mandate_id = ${mandateId}`).toEqual([{ state: "stopped" }]);
		expect(await sql`select state from bot.operations where person_id = ${personId}`).toEqual([{ state: "withdrawn" }]);
	});

	it("moves to its new quote in the transaction that saves this quote", async () => {
		const { account, propose, sees, personId } = await program();
		fixture.service.take("moved-at-once.com", account);
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		await propose({ action: "dns", domain: "moved-at-once.com", add: [record], remove: [] });
		const operationId = (await sees()).waiting[0]?.operation?.id ?? 0;
		const { sql } = fixture.database;
		await fixture.database.advance(6 * 60_000);
		await fixture.settle();
		const quotes = () => sql`select id from bot.operations where person_id = ${personId} and state = 'quoted'`;
		let again: Promise<unknown> = Promise.resolve();
		await sql.begin(async (tx) => {
			await tx`select from bot.proposals where operation_id = ${operationId} for update`;
			again = fixture.actions.quote.again({ personId, operationId });
			await untilBlocked(sql);
			expect(await quotes()).toEqual([]);
		});
		await again;
		const [moved, ...others] = await quotes();
		expect(others).toEqual([]);
		expect((await sees()).waiting.map(({ operation }) => operation?.id)).toEqual([Number(moved?.["id"])]);
	});

	it("of records never becomes a part of the person's own change, and leaves their draft alone", async () => {
		const { account, propose, personId } = await program({ days: 3 });
		fixture.service.take("own-draft.com", account);
		const record = (hostname: string) => ({ type: "A" as const, hostname, value: "203.0.113.5" });
		const own = async (hostname: string) => {
			const edits = [{ edit: "add" as const, record: record(hostname) }];
			const result = await fixture.actions.dns.plan({ personId, domains: ["own-draft.com"], edits, draft: {} });
			if (result.kind !== "quoted") throw new Error(result.kind);
			const { change } = result.operation;
			return change?.kind === "dns" ? change.diff.added.map((each) => each.hostname).sort() : [];
		};
		expect(await own("mine")).toEqual(["mine"]);
		await fixture.database.advance(6 * 60_000);
		await fixture.settle();
		expect(await propose({ action: "dns", domain: "own-draft.com", add: [record("theirs")], remove: [] })).toBe(
			"waiting",
		);
		expect(await fixture.actions.dns.draft({ personId, domain: "own-draft.com" })).toMatchObject({
			diff: { added: [{ hostname: "mine" }] },
		});
		await fixture.database.advance(6 * 60_000);
		await fixture.settle();
		expect(await own("also-mine")).toEqual(["also-mine", "mine"]);
	});

	it("of a renewal, of records or of nameservers is an ordinary quote too", async () => {
		const { account, mandate, sees } = await program();
		for (const domain of ["own-a.com", "own-b.com", "own-c.com"]) fixture.service.take(domain, account);
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		const orders = [
			{ action: "renew" as const, domain: "own-a.com", years: 1 },
			{ action: "dns" as const, domain: "own-b.com", add: [record], remove: [] },
			{ action: "nameservers" as const, domain: "own-c.com", nameservers: ["ns1.host.net", "ns2.host.net"] },
		];
		for (const order of orders) {
			const input = { mandate: await mandate(), key: order.action, order, reason: "" };
			const result = await fixture.actions.program.propose(input);
			expect([order.action, result.kind === "refused" ? result.code : result.proposal.outcome]).toEqual([
				order.action,
				"waiting",
			]);
		}
		expect((await sees()).waiting.map(({ operation }) => operation?.kind)).toEqual(["renew", "dns", "nameservers"]);
		const again = {
			mandate: await mandate(),
			key: "foreign",
			order: { ...orders[0], domain: "foreign.com" },
			reason: "",
		};
		const foreign = await fixture.actions.program.propose(
			again as Parameters<typeof fixture.actions.program.propose>[0],
		);
		expect(foreign).toEqual({ kind: "refused", code: "not_yours" });
		expect(account.balanceCents).toBe(50_000);
	});
});

describe("stopping a program", () => {
	it("ends its token and its open proposals, also for a tap on an older message", async () => {
		const { proposes, pays, enter, personId, mandateId, account } = await program();
		await proposes("stopped.com");
		const tap = await pays("stopped.com");
		await fixture.actions.program.stop({ personId, mandateId });
		expect((await tap()).kind).not.toBe("confirmed");
		expect(await enter()).toEqual({ kind: "ended" });
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000);
	});

	it("and paying at the same time charges once or not at all", async () => {
		const { proposes, pays, personId, mandateId, account } = await program();
		await proposes("raced.com");
		const tap = await pays("raced.com");
		const [paid] = await Promise.all([tap(), fixture.actions.program.stop({ personId, mandateId })]);
		await fixture.settle();
		expect(account.balanceCents).toBe(paid.kind === "confirmed" ? 50_000 - 1_150 : 50_000);
	});

	it("is refused to another person", async () => {
		const { mandateId, enter } = await program();
		const { personId: stranger } = await fixture.customer(++last);
		await fixture.actions.program.stop({ personId: stranger, mandateId });
		expect((await enter()).kind).toBe("mandate");
		expect(await fixture.actions.program.read({ personId: stranger, mandateId })).toBeNull();
	});
});

describe("a mandate never allows more than the person may do", () => {
	it("a freeze refuses proposals and confirmations at once", async () => {
		const { personId, proposes, pays, mandate } = await program();
		await proposes("before-freeze.com");
		const tap = await pays("before-freeze.com");
		const { accountId } = await mandate();
		await fixture.actions.freeze.freeze({ personId, domain: "", accountId });
		expect(await proposes("frozen.com")).toBe("frozen");
		expect((await tap()).kind).toBe("frozen");
	});

	it("the person's own daily limit applies to its proposals", async () => {
		const { personId, proposes, pays } = await program();
		await fixture.actions.settings.guard({ personId, dayCapCents: 500 });
		await proposes("own-limit.com");
		expect((await (await pays("own-limit.com"))()).kind).toBe("over_cap");
	});

	it("a ban and a disconnect end its token's use at once", async () => {
		const banned = await program();
		await fixture.database.sql`update bot.people set banned_at = clock() where id = ${banned.personId}`;
		expect(await banned.enter()).toEqual({ kind: "ended" });
		const { personId, enter, mandateId, account } = await program();
		const connection = await fixture.actions.connection.current({ personId });
		await fixture.actions.connection.disconnect({ personId, connectionId: connection?.id ?? 0, force: true });
		expect(await enter()).toEqual({ kind: "ended" });
		await fixture.actions.connection.connect({ personId, token: account.token });
		expect(await enter()).toEqual({ kind: "ended" });
		expect((await fixture.actions.program.read({ personId, mandateId }))?.mandate.state).toBe("stopped");
	});

	it("a domain of another account looks like one that does not exist", async () => {
		const owner = await program({ names: [] });
		const other = await program({ names: [] });
		await owner.proposes("owned-elsewhere.com");
		await (await owner.pays("owned-elsewhere.com"))();
		await fixture.settle();
		const result = await fixture.actions.program.getDomain({
			mandate: await other.mandate(),
			domain: "owned-elsewhere.com",
		});
		expect(result).toEqual({ kind: "refused", code: "not_yours" });
	});

	it("a domain that the stored list lacks is found at the registrar", async () => {
		const { account, mandate } = await program();
		fixture.service.take("not-listed.com", account);
		const result = await fixture.actions.program.getDomain({ mandate: await mandate(), domain: "not-listed.com" });
		expect(result).toMatchObject({ kind: "domain", domain: { domain: "not-listed.com", status: "active" } });
	});

	it("a token is stored only as a hash, and no export contains even that", async () => {
		const { token, personId, mandateId } = await program();
		const rows = await fixture.database.sql`select to_jsonb(m)::text as row from bot.mandates m`;
		expect(rows.map((row) => row["row"]).join()).not.toContain(token);
		const data = await fixture.actions.privacy.exportData({ personId });
		expect(JSON.parse(data).mandates).toMatchObject([{ id: mandateId, name: "my agent" }]);
		expect(data).not.toContain("token_hash");
	});

	it("nothing of it stays when its person deletes their data", async () => {
		const { personId, proposes, enter, mandateId } = await program();
		await proposes("forgotten.com");
		await fixture.actions.privacy.forget({ personId });
		expect(await enter()).toEqual({ kind: "unknown" });
		const rows = await fixture.database.sql`select from bot.proposals where mandate_id = ${mandateId}`;
		expect(rows).toHaveLength(0);
	});

	it("its token opens nothing while its person may not use the bot", async () => {
		const { personId, enter } = await program();
		fixture.deps.allowedUsers = new Set([personId + 1_000]);
		expect(await enter()).toEqual({ kind: "ended" });
		fixture.deps.allowedUsers = null;
		expect(await enter()).toMatchObject({ kind: "mandate" });
	});

	it("another token of the right form opens nothing", async () => {
		const wrong = `dtp_${"A".repeat(43)}`;
		expect(await fixture.actions.program.authenticate({ token: wrong })).toEqual({ kind: "unknown" });
	});
});
