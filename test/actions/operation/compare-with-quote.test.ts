import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import type { Kind } from "../../../src/rules/operation/state.ts";
import type { Owned } from "../../support/small-service-admin.ts";
import { home, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "./bought.ts";

const yearMs = 365 * 86_400_000;
const prices = { register: 1_150, renew: 1_250 };

let fixture: ActionsFixture;
let last = 0;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

type Setting = Awaited<ReturnType<typeof ownerOf>> & { ordered: string };
/** A change by another program of one fact that the quote shows. */
type Meanwhile = (setting: Setting) => unknown;

const set = (price: Partial<typeof prices>) => fixture.service.prices.set(".com", { ...prices, ...price });
const otherRecord = { type: "TXT", name: "@", content: "written by another program", ttl: 300 };
const expire = (by: number): Meanwhile => {
	return ({ owned }) => {
		owned.expires += by;
	};
};
const hide = (field: string): Meanwhile => {
	return ({ owned }) => {
		owned.untold = [field];
	};
};
const serve = (...nameservers: string[]): Meanwhile => {
	return ({ owned }) => {
		owned.nameservers = nameservers;
	};
};
const bind = (edge: string): Meanwhile => {
	return ({ owned }) => {
		owned.edge = edge;
	};
};

/** The account's defaults for new domains become these. */
const report = (defaults: Record<string, unknown>) => {
	fixture.service.answers.change = (result, { path }) =>
		path.endsWith("/account") ? { ...Object(result), default_config: defaults } : result;
};

/** For each kind: the facts that its quote or preview shows, each with changes of it. */
const facts: Record<Kind, Record<string, readonly Meanwhile[]>> = {
	register: {
		price: [() => set({ register: 1_151 }), () => set({ register: 9_900 })],
		"renewal price": [() => set({ renew: 1_251 })],
		defaults: [() => report({ edge_profile_key: "other" }), () => report({ nameserver_preset_key: "mine" })],
		availability: [({ ordered, account }) => fixture.service.take(ordered, account)],
	},
	renew: {
		price: [() => set({ renew: 1_251 }), () => set({ renew: 9_900 })],
		expiry: [expire(yearMs), expire(3 * yearMs), expire(-1.5 * yearMs), hide("expiry_date")],
		account: [
			({ owned }) => {
				owned.account = fixture.service.openAccount();
			},
		],
	},
	dns: { records: [({ owned }) => owned.records.push(otherRecord), ({ owned }) => owned.records.splice(0, 1)] },
	nameservers: {
		nameservers: [serve("ns1.foreign.net", "ns2.foreign.net"), serve("ns1.wanted.net", "ns2.wanted.net")],
		profile: [bind("main")],
	},
	edge: { nameservers: [serve("ns1.foreign.net", "ns2.foreign.net")], profile: [bind("main"), bind("other")] },
};

async function quote(kind: Kind, { personId, domain, ordered }: Setting): Promise<Operation> {
	const { actions } = fixture;
	const asked = {
		register: () => actions.quote.register({ personId, lines: [{ domain: ordered, years: 1 }] }),
		renew: () => actions.quote.renew({ personId, lines: [{ domain, years: 1 }] }),
		dns: () => {
			const record = { type: "A", hostname: "www", value: "203.0.113.7" };
			return actions.dns.plan({ personId, domains: [domain], draft: {}, edits: [{ edit: "add", record }] });
		},
		nameservers: () => {
			const target = { nameservers: ["ns1.wanted.net", "ns2.wanted.net"] };
			return actions.nameservers.plan({ personId, wanted: [{ domain, target }] });
		},
		edge: () => actions.edge.plan({ personId, wanted: [{ domain, profileKey: "main" }] }),
	}[kind];
	const result = await asked();
	if (result.kind !== "quoted") throw new Error(`no quote: ${result.kind}`);
	return result.operation;
}

async function open(): Promise<Setting> {
	last += 1;
	fixture.service.prices.set(".com", prices);
	const mine = await ownerOf(fixture, last, `shown-${last}.com`, [home, { ...home, name: "old" }]);
	return { ...mine, ordered: `ordered-${last}.com` };
}

const snapshot = ({ owned, account }: Setting) =>
	structuredClone({ owned: { ...owned, account: null }, ledger: account.ledger });

interface Case {
	kind: Kind;
	changes: readonly Meanwhile[];
	/** True if the facts change after the person's tap, and false if they change before it. */
	afterTap: boolean;
}

// The cast is safe: the keys of `facts` are kinds, but `Object.keys` returns strings.
const kinds = Object.keys(facts) as Kind[];
const changesOf = (kind: Kind) => Object.values(facts[kind]).flat();
const single = kinds.flatMap((kind) =>
	changesOf(kind).flatMap((change) => [true, false].map((afterTap) => ({ kind, changes: [change], afterTap }))),
);
const several: fc.Arbitrary<Case> = fc.constantFrom(...kinds).chain((kind) =>
	fc.record({
		kind: fc.constant(kind),
		changes: fc.subarray(changesOf(kind), { minLength: 1 }),
		afterTap: fc.boolean(),
	}),
);

it("nothing happens without a new confirmation if any fact that the quote shows changed meanwhile", async () => {
	await fc.assert(
		fc.asyncProperty(several, async ({ kind, changes, afterTap }) => {
			const setting = await open();
			report({ edge_profile_key: "main" });
			const quoted = await quote(kind, setting);
			const changeAll = () => changes.map((change) => change(setting));
			if (!afterTap) changeAll();
			await setting.confirm(quoted, true);
			if (afterTap) changeAll();
			const before = snapshot(setting);
			await fixture.settle();
			expect(snapshot(setting)).toEqual(before);
			const { state, quote: shown } = await setting.get(quoted);
			expect(state === "failed" || (state === "quoted" && shown?.number === 2)).toBe(true);
		}),
		{ examples: single.map((each): [Case] => [each]), numRuns: single.length + 25 },
	);
	delete fixture.service.answers.change;
});

describe("a renewal that another person has carried out meanwhile", () => {
	/** Two people of one account with a quote for the same renewal. The first one then renews. */
	async function pair(change: (owned: Owned) => void = () => {}) {
		const anna = await open();
		change(anna.owned);
		last += 1;
		await fixture.customer(last, anna.account);
		const boris: Setting = { ...anna, personId: last };
		const quotes = { anna: await quote("renew", anna), boris: await quote("renew", boris) };
		const expires = anna.owned.expires;
		expect(await anna.carryOut({ kind: "quoted", operation: quotes.anna })).toMatchObject({ state: "succeeded" });
		const confirm = async (number: number) => {
			const { personId } = boris;
			const operationId = quotes.boris.id;
			const result = await fixture.actions.operation.confirm({ personId, operationId, number });
			await fixture.settle();
			return result;
		};
		const now = async () => {
			const found = await fixture.actions.operation.get({ personId: boris.personId, operationId: quotes.boris.id });
			return found.kind === "operation" ? found.operation : null;
		};
		return { anna, expires, confirm, now, charges: () => anna.account.ledger.length };
	}

	it("is quoted again with the new dates, and is charged only after a new confirmation", async () => {
		const { anna, expires, confirm, now, charges } = await pair();
		await confirm(1);
		expect(await now()).toMatchObject({
			state: "quoted",
			quote: { number: 2, changed: [{ fact: "expiry", domains: [anna.domain] }] },
			items: [{ paidUntil: new Date(expires + yearMs) }],
		});
		expect(charges()).toBe(1);
		await confirm(2);
		expect(await now()).toMatchObject({ state: "succeeded" });
		expect([charges(), anna.owned.expires]).toEqual([2, expires + 2 * yearMs]);
	});

	it("is noticed although the service reports no dates", async () => {
		const { confirm, now, charges } = await pair((owned) => {
			owned.untold = ["expiry_date"];
		});
		await confirm(1);
		expect(await now()).toMatchObject({ state: "quoted", quote: { number: 2, changed: [{ fact: "expiry" }] } });
		expect(charges()).toBe(1);
		await confirm(2);
		expect(await now()).toMatchObject({ state: "succeeded" });
	});

	it("is waited for while the service still shows the date before it", async () => {
		const { anna, expires, confirm, now, charges } = await pair();
		const renewed = anna.owned.expires;
		anna.owned.expires = expires;
		await confirm(1);
		await pass(fixture, 3);
		expect(await now()).toMatchObject({ state: "confirmed" });
		anna.owned.expires = renewed;
		await pass(fixture, 1);
		expect(await now()).toMatchObject({ state: "quoted", quote: { number: 2 } });
		expect(charges()).toBe(1);
	});
});

it("an order waits while the service reports no price", async () => {
	const mine = await open();
	const quoted = await quote("renew", mine);
	await mine.confirm(quoted);
	fixture.service.prices.delete(".com");
	await pass(fixture, 2);
	expect(await mine.get(quoted)).toMatchObject({ state: "confirmed" });
	expect(mine.account.ledger).toEqual([]);
	fixture.service.prices.set(".com", prices);
	await pass(fixture, 1);
	expect(await mine.get(quoted)).toMatchObject({ state: "succeeded" });
});

describe("names of a list that the last read before the call refuses", () => {
	/** A list order of these names, confirmed but not sent. `calls` returns the names of each call that ordered some. */
	async function list(kind: "register" | "renew", count = 3) {
		const mine = await open();
		const domains = Array.from({ length: count }, (_, index) => `listed-${last}-${index}.com`);
		if (kind === "renew") for (const domain of domains) fixture.service.take(domain, mine.account);
		const lines = domains.map((domain) => ({ domain, years: 1 }));
		const { personId } = mine;
		const verb = kind === "register" ? fixture.actions.quote.register : fixture.actions.quote.renew;
		const quoted = await verb({ personId, lines });
		if (quoted.kind !== "quoted") throw new Error(`no quote: ${quoted.kind}`);
		await mine.confirm(quoted.operation);
		const before = fixture.service.sent(/batch/).length;
		const calls = () => {
			const sent = fixture.service.sent(/batch/).slice(before);
			return sent.map(({ body }) => (body["items"] as { domain: string }[]).map(({ domain }) => domain));
		};
		return { ...mine, domains, calls, now: () => mine.get(quoted.operation) };
	}

	it.each(["register", "renew"] as const)("are not sent, and the other names are: %s", async (kind) => {
		const { domains, calls, now, account } = await list(kind);
		const [refused = "", ...others] = domains;
		fixture.service.take(refused, fixture.service.openAccount());
		await fixture.settle();
		expect(calls()).toEqual([others]);
		expect(account.ledger.map(({ domain }) => domain)).toEqual(others);
		const code = kind === "register" ? "not_available" : "domain_not_found";
		const { state, items } = await now();
		expect(state).toBe("succeeded");
		expect(items.map(({ domain, phase, problem }) => [domain, phase, problem?.code])).toEqual(
			expect.arrayContaining([[refused, "failed", code], ...others.map((domain) => [domain, "succeeded", undefined])]),
		);
	});

	it("fail, while the other names are quoted again after the account had no access", async () => {
		const { domains, calls, now, account, personId } = await list("register");
		const [refused = "", ...others] = domains;
		account.whitelisted = false;
		await fixture.settle();
		expect(await now()).toMatchObject({ state: "confirmed", hold: "access" });
		fixture.service.take(refused, fixture.service.openAccount());
		account.whitelisted = true;
		await fixture.actions.connection.connect({ personId, token: account.token });
		await fixture.settle();
		expect(calls()).toEqual([]);
		const { state, items } = await now();
		expect(state).toBe("quoted");
		expect(Object.fromEntries(items.map(({ domain, phase }) => [domain, phase]))).toEqual(
			Object.fromEntries([[refused, "failed"], ...others.map((domain) => [domain, "open"])]),
		);
	});

	it("fail without a call if all of them are refused", async () => {
		const { domains, calls, now } = await list("register");
		for (const domain of domains) fixture.service.take(domain, fixture.service.openAccount());
		await fixture.settle();
		expect(calls()).toEqual([]);
		expect(await now()).toMatchObject({ state: "failed", items: domains.map(() => ({ phase: "failed" })) });
	});

	it("fail, while the other names are quoted again if their price rose", async () => {
		const { domains, calls, now } = await list("register");
		const [refused = "", ...others] = domains;
		fixture.service.take(refused, fixture.service.openAccount());
		set({ register: 1_900 });
		await fixture.settle();
		expect(calls()).toEqual([]);
		expect(await now()).toMatchObject({
			state: "quoted",
			quote: { number: 2, totalCents: 3_800, changed: [{ fact: "price", domains: others }] },
		});
	});

	/** Makes each search leave out what it knows about `domain`. The item gets these fields instead. */
	function hideOffer(domain: string, fields: Record<string, unknown>) {
		fixture.service.answers.change = (result, { path }) => {
			const { items } = result as { items?: { query?: string }[] };
			if (!path.endsWith("search/batch") || !items) return result;
			return { items: items.map((item) => (item.query === domain ? { query: domain, ...fields } : item)) };
		};
	}

	it.each([
		["failed", { code: "provider_error", message: "try again" }],
		["says nothing about it", {}],
	])("are waited for if the search for a name %s", async (_, fields) => {
		const { domains, calls, now } = await list("register");
		hideOffer(domains[0] ?? "", fields);
		await pass(fixture, 2);
		expect(calls()).toEqual([]);
		expect(await now()).toMatchObject({ state: "confirmed" });
		delete fixture.service.answers.change;
		await pass(fixture, 1);
		expect(calls()).toEqual([domains]);
		expect(await now()).toMatchObject({ state: "succeeded" });
	});

	it("keep an order whose outcome is unknown from being sent again", async () => {
		const { domains, calls, account } = await list("register");
		fixture.service.fail(/register.batch/, { kind: "reset" });
		await fixture.settle();
		hideOffer(domains[0] ?? "", { code: "invalid_domain", message: "not now" });
		await pass(fixture, 2);
		delete fixture.service.answers.change;
		expect(calls()).toEqual([domains]);
		expect(account.ledger).toEqual([]);
	});
});

describe("a renewal that no longer fits into ten years", () => {
	const tooFar = { code: "validation_error", message: expect.stringContaining("more than 10 years from now") };

	it("fails and says so, and offers nothing to pay", async () => {
		const mine = await open();
		const { personId, domain, owned } = mine;
		const quoted = await fixture.actions.quote.renew({ personId, lines: [{ domain, years: 5 }] });
		if (quoted.kind !== "quoted") throw new Error(`no quote: ${quoted.kind}`);
		owned.expires += 6 * yearMs;
		const { expires } = owned;
		expect(await mine.carryOut(quoted)).toMatchObject({
			state: "failed",
			items: [{ phase: "failed", problem: tooFar }],
		});
		expect([mine.account.ledger, owned.expires]).toEqual([[], expires]);
	});

	it("is left out of a list, whose other names are renewed", async () => {
		const mine = await open();
		const { personId, domain, owned, account } = mine;
		const other = `other-${last}.com`;
		fixture.service.take(other, account);
		const lines = [domain, other].map((each) => ({ domain: each, years: 5 }));
		const quoted = await fixture.actions.quote.renew({ personId, lines });
		if (quoted.kind !== "quoted") throw new Error(`no quote: ${quoted.kind}`);
		owned.expires += 6 * yearMs;
		const { items } = await mine.carryOut(quoted);
		expect(items.find((item) => item.domain === domain)).toMatchObject({ phase: "failed", problem: tooFar });
		expect(account.ledger.map((charge) => charge.domain)).toEqual([other]);
	});
});
