import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGate } from "../../support/gate.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";

let desk: Desk;
let personId = 0;

beforeAll(async () => {
	desk = await createActionsFixture();
	({ personId } = await desk.customer(1));
});
afterAll(() => desk[Symbol.asyncDispose]());

describe("a full name", () => {
	it("has both prices, the renewal from the price list if the search omits it", async () => {
		expect(await desk.actions.search.name({ personId, name: "http://x" })).toMatchObject({ kind: "invalid" });
		expect(await desk.actions.search.name({ personId, name: "Пример.COM" })).toEqual({
			kind: "offer",
			sandbox: false,
			yours: false,
			order: null,
			offer: { domain: "xn--e1afmkfd.com", available: true, registerCents: 1_150, renewCents: 1_250, premium: false },
		});
	});

	it("with a TLD that is not sold is reported as such, in the service's words", async () => {
		const result = await desk.actions.search.name({ personId, name: "example.zz" });
		expect(result).toEqual({
			kind: "not_sold",
			domain: "example.zz",
			message: "the small service says validation_error",
		});
	});

	it("inside an available domain is answered with that domain", async () => {
		expect(await desk.actions.search.name({ personId, name: "Deep.Sub.inside.com" })).toMatchObject({
			kind: "offer",
			inside: "deep.sub.inside.com",
			offer: { domain: "inside.com", available: true, registerCents: 1_150 },
		});
		expect(await desk.actions.search.name({ personId, name: "sub.example.zz" })).toMatchObject({ kind: "not_sold" });
	});

	it("that is taken is reported as taken", async () => {
		desk.service.take("mine.com", desk.service.openAccount());
		expect(await desk.actions.search.name({ personId, name: "mine.com" })).toMatchObject({
			offer: { available: false },
		});
	});
});

it("finds a base name in the zones that are sold, cheapest first", async () => {
	const result = await desk.actions.search.base({ personId, base: "Shop" });
	expect(result).toMatchObject({ kind: "shortlist", base: "shop", sandbox: false });
	expect(result.kind === "shortlist" && result.offers.map((each) => each.domain)).toEqual(["shop.com", "shop.net"]);
	expect(await desk.actions.search.base({ personId, base: "two words" })).toMatchObject({ kind: "invalid" });
});

describe("a list", () => {
	const names = Array.from({ length: 60 }, (_, index) => `half${index}.com`);

	it("that exceeds the service's limit is split in halves, and answered as one in its order", async () => {
		const tooLong = { kind: "refused", status: 413, code: "payload_too_large" } as const;
		desk.service.fail(/search.batch/, tooLong);
		const before = desk.service.calls.length;
		const result = await desk.actions.search.list({ personId, names });
		expect(result.kind === "list" && result.offers.map((each) => each.domain)).toEqual(names);
		const sizes = desk.service.calls.slice(before).map((call) => (call.body["items"] as unknown[]).length);
		expect(sizes).toEqual([60, 30, 30, 30, 30]);
	});

	it("that is refused whole for one name loses only that name", async () => {
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		// In both forms: the four names, their first half, and the first name of it.
		desk.service.fail(/search.batch/, odd, odd, odd, odd, odd, odd);
		const result = await desk.actions.search.list({ personId, names: names.slice(0, 4) });
		expect(result).toMatchObject({
			offers: [{ domain: "half1.com" }, { domain: "half2.com" }, { domain: "half3.com" }],
			not: [{ name: "half0.com", reason: "refused", code: "odd" }],
		});
	});

	it("that is refused down to the last name is given up, and a block ends it at once", async () => {
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		desk.service.fail(/search.batch/, ...Array.from({ length: 48 }, () => odd));
		const before = desk.service.calls.length;
		const result = await desk.actions.search.list({ personId, names });
		expect(result).toMatchObject({ kind: "list", offers: [] });
		expect(result.kind === "list" && result.not.some((each) => each.reason === "unknown")).toBe(true);
		expect(desk.service.calls.length - before).toBe(48);
		desk.service.heal();
		desk.service.fail(/search.batch/, { kind: "refused", status: 413, code: "payload_too_large" });
		desk.service.fail(/search.batch/, { kind: "refused", status: 429, code: "rate_limited" });
		expect(await desk.actions.search.list({ personId, names })).toMatchObject({ trouble: "rate_limited" });
	});
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
		desk.service.fail(/search/, fault);
		expect(await desk.actions.search.name({ personId, name: "fine.com" })).toMatchObject({
			kind: "trouble",
			...expected,
		});
	});

	it("is slowness if the service takes longer than a person waits", async () => {
		using answered = createGate();
		desk.service.fail(/search/, { kind: "slow", until: answered.opened });
		desk.deps.deadline = () => AbortSignal.abort();
		const result = await desk.actions.search.name({ personId, name: "slow.com" });
		desk.deps.deadline = () => AbortSignal.timeout(6_000);
		desk.service.heal();
		answered.open();
		expect(result).toEqual({ kind: "trouble", trouble: "slow" });
	});

	it("is the whitelist, with our addresses, until a new request shows that the service admits us", async () => {
		const { personId: boris, account } = await desk.customer(2);
		account.whitelisted = false;
		const search = () => desk.actions.search.name({ personId: boris, name: "fine.com" });
		expect(await search()).toMatchObject({ trouble: "forbidden", addresses: ["203.0.113.9"] });
		expect(await desk.actions.connection.current({ personId: boris })).toMatchObject({ state: "needs_whitelist" });
		expect(await search()).toMatchObject({ trouble: "forbidden", addresses: ["203.0.113.9"] });
		account.whitelisted = true;
		expect(await search()).toMatchObject({ kind: "offer" });
		account.whitelisted = false;
		await search();
		account.whitelisted = true;
		desk.service.reissue(account);
		expect(await search()).toMatchObject({ trouble: "unauthorized" });
	});
});

it("sends the service the update's id, so that both logs can be correlated", async () => {
	desk.deps.requestId = () => "update-42";
	await desk.actions.search.name({ personId, name: "traced.com" });
	delete desk.deps.requestId;
	const lines = desk.log.lines.map((line) => JSON.parse(line));
	expect(lines).toContainEqual(
		expect.objectContaining({ path: expect.stringContaining("traced.com"), requestId: "update-42" }),
	);
});
