import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGate } from "../../support/gate.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let personId = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
	({ personId } = await fixture.customer(1));
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe("a full name", () => {
	it("has both prices, the renewal from the price list if the search omits it", async () => {
		expect(await fixture.actions.search.name({ personId, name: "http://x" })).toMatchObject({ kind: "invalid" });
		expect(await fixture.actions.search.name({ personId, name: "Пример.COM" })).toEqual({
			kind: "offer",
			sandbox: false,
			yours: null,
			order: null,
			similar: [],
			offer: { domain: "xn--e1afmkfd.com", available: true, registerCents: 1_150, renewCents: 1_250, premium: false },
		});
	});

	it("with a TLD that is not sold is reported as such, in the service's words", async () => {
		const result = await fixture.actions.search.name({ personId, name: "example.zz" });
		expect(result).toEqual({
			kind: "not_sold",
			domain: "example.zz",
			message: "the small service says validation_error",
		});
	});

	it("inside an available domain is answered with that domain", async () => {
		expect(await fixture.actions.search.name({ personId, name: "Deep.Sub.inside.com" })).toMatchObject({
			kind: "offer",
			inside: "deep.sub.inside.com",
			offer: { domain: "inside.com", available: true, registerCents: 1_150 },
		});
		expect(await fixture.actions.search.name({ personId, name: "sub.example.zz" })).toMatchObject({ kind: "not_sold" });
	});

	it("that is taken is reported as taken", async () => {
		fixture.service.take("mine.com", fixture.service.openAccount());
		expect(await fixture.actions.search.name({ personId, name: "mine.com" })).toMatchObject({
			offer: { available: false },
		});
	});

	it("that is taken comes with similar available names and both prices, looked up in one batch", async () => {
		for (const name of ["wanted.com", "wantedapp.com"]) fixture.service.take(name, fixture.service.openAccount());
		const before = fixture.service.calls.length;
		const result = await fixture.actions.search.name({ personId, name: "wanted.com" });
		const similar = result.kind === "offer" ? result.similar : [];
		expect(similar[0]).toEqual({
			domain: "wanted.net",
			available: true,
			registerCents: 1_300,
			renewCents: 1_300,
			premium: false,
		});
		expect(similar.map((each) => each.domain)).toEqual([
			"wanted.net",
			"getwanted.com",
			"wantedhq.com",
			"get-wanted.com",
			"wanted-app.com",
			"trywanted.com",
			"mywanted.com",
		]);
		// The bot has learned before that the fake registrar takes plain strings, so the only batch takes one call.
		const batches = fixture.service.calls.slice(before).filter((call) => call.path.endsWith("/batch"));
		expect(batches.map((call) => (call.body["items"] as unknown[]).length)).toEqual([8]);
	});

	it("that is taken has no similar names if the service refuses the batch", async () => {
		fixture.service.take("alone.com", fixture.service.openAccount());
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		fixture.service.fail(/search.batch/, odd, odd);
		expect(await fixture.actions.search.name({ personId, name: "alone.com" })).toMatchObject({
			kind: "offer",
			similar: [],
		});
	});
});

it("finds a base name in the zones that are sold, popular ones first and then by price, with both prices", async () => {
	const others = Object.entries({ ".zone": 200, ".space": 100, ".io": 4_000 });
	for (const [zone, register] of others) fixture.service.prices.set(zone, { register, renew: 5_000 });
	const result = await fixture.actions.search.base({ personId, base: "Shop" });
	for (const [zone] of others) fixture.service.prices.delete(zone);
	expect(result).toMatchObject({ kind: "shortlist", base: "shop", sandbox: false });
	expect(result.kind === "shortlist" && result.offers).toMatchObject([
		{ domain: "shop.com", registerCents: 1_150, renewCents: 1_250 },
		{ domain: "shop.net" },
		{ domain: "shop.io" },
		{ domain: "shop.space" },
		{ domain: "shop.zone" },
	]);
	expect(await fixture.actions.search.base({ personId, base: "two words" })).toMatchObject({ kind: "invalid" });
});

describe("trouble in a search", () => {
	it.each([
		["a page that is not the service's", { kind: "page", status: 500 }, { trouble: "service_down" }],
		["a broken connection", { kind: "reset" }, { trouble: "service_down" }],
		[
			"trouble of the registry",
			{ kind: "refused", status: 500, code: "provider_error" },
			{ trouble: "refused", code: "provider_error" },
		],
		[
			"a block",
			{ kind: "refused", status: 429, code: "rate_limited" },
			{ trouble: "rate_limited", until: expect.any(Date) },
		],
		[
			"an unknown code",
			{ kind: "refused", status: 409, code: "odd" },
			{ trouble: "refused", message: "the small service says odd" },
		],
	] as const)("is reported as it is: %s", async (_what, fault, expected) => {
		fixture.service.fail(/search/, fault);
		expect(await fixture.actions.search.name({ personId, name: "fine.com" })).toMatchObject({
			kind: "trouble",
			...expected,
		});
	});

	it("is slowness if the service takes longer than a person waits", async () => {
		using answered = createGate();
		fixture.service.fail(/search/, { kind: "slow", until: answered.opened });
		fixture.deps.deadline = () => AbortSignal.abort();
		const result = await fixture.actions.search.name({ personId, name: "slow.com" });
		fixture.deps.deadline = () => AbortSignal.timeout(6_000);
		fixture.service.heal();
		answered.open();
		expect(result).toEqual({ kind: "trouble", trouble: "slow" });
	});

	it("is the whitelist, with our addresses, until a new request shows that the service admits us", async () => {
		const { personId: boris, account } = await fixture.customer(2);
		account.whitelisted = false;
		const search = () => fixture.actions.search.name({ personId: boris, name: "fine.com" });
		expect(await search()).toMatchObject({ trouble: "forbidden", addresses: ["203.0.113.9"] });
		expect(await fixture.actions.connection.current({ personId: boris })).toMatchObject({ state: "needs_whitelist" });
		expect(await search()).toMatchObject({ trouble: "forbidden", addresses: ["203.0.113.9"] });
		account.whitelisted = true;
		expect(await search()).toMatchObject({ kind: "offer" });
		account.whitelisted = false;
		await search();
		account.whitelisted = true;
		fixture.service.reissue(account);
		expect(await search()).toMatchObject({ trouble: "unauthorized" });
	});
});

it("sends the service the update's id, so that both logs can be correlated", async () => {
	fixture.deps.requestId = () => "update-42";
	await fixture.actions.search.name({ personId, name: "traced.com" });
	delete fixture.deps.requestId;
	const lines = fixture.log.lines.map((line) => JSON.parse(line));
	expect(lines).toContainEqual(
		expect.objectContaining({ path: expect.stringContaining("traced.com"), requestId: "update-42" }),
	);
});
