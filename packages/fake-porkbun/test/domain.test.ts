import { describe, expect, it } from "vitest";
import { addDomain } from "../src/state.ts";
import { start } from "./support/start.ts";

const day = 86_400_000;
const terms = { agreeToTerms: "yes" };

describe("a registration", () => {
	it("takes the price of the shortest term from the credit, and puts the domain into the account", async () => {
		const { caller, state } = await start();
		const { body } = await caller.post("domain/checkDomain/new-shop.ai");
		expect(body["response"]).toMatchObject({ avail: "yes", price: "72.40", minDuration: 2 });
		const answer = await caller.post("domain/create/new-shop.ai", { cost: 7240, ...terms });
		expect(answer).toMatchObject({ status: 400, body: { status: "ERROR", code: "COST_MISMATCH" } });
		state.live.monthlySpendLimit = 500_00;
		const bought = await caller.post("domain/create/new-shop.ai", { cost: 14480, ...terms });
		expect(bought.body).toMatchObject({ status: "SUCCESS", cost: 14480, balance: 35520 });
		expect(state.live.ledger).toMatchObject([{ kind: "create", domain: "new-shop.ai", cents: -14480, balance: 35520 }]);
		const { body: list } = await caller.post("domain/listAll");
		expect(list).toMatchObject({ count: 1, domains: [{ domain: "new-shop.ai", expireDate: "2028-11-20 00:00:00" }] });
	});

	it.each([
		["google.com", 1108, {}, "DOMAIN_NOT_AVAILABLE"],
		["gold.com", 250_000, {}, "PREMIUM_DOMAIN"],
		["new-shop.us", 649, {}, "TLD_NOT_SUPPORTED"],
		["new-shop.nowhere", 1108, {}, "INVALID_DOMAIN"],
		["www.new-shop.com", 1108, {}, "INVALID_DOMAIN"],
		["new-shop.com", 1108, { agreeToTerms: 1 }, "TERMS_NOT_ACCEPTED"],
		["new-shop.com", 11.08, {}, "INVALID_COST"],
	])("of %s for %d with %o is refused", async (name, cost, fields, code) => {
		const { caller, state } = await start();
		const answer = await caller.post(`domain/create/${name}`, { cost, ...terms, ...fields });
		expect(answer).toMatchObject({ status: 400, body: { status: "ERROR", code } });
		expect(state.live.ledger).toEqual([]);
	});

	it("is refused without credit, above the monthly limit, and before the account is ready", async () => {
		const { caller, state } = await start();
		const buy = async () => (await caller.post("domain/create/new-shop.com", { cost: 1108, ...terms })).body["code"];
		state.live.balance = 1107;
		expect(await buy()).toBe("INSUFFICIENT_FUNDS");
		state.live.balance = 500_00;
		state.live.monthlySpendLimit = 1107;
		expect(await buy()).toBe("SPEND_LIMIT_EXCEEDED");
		state.live.isVerified = false;
		expect(await buy()).toBe("ACCOUNT_NOT_VERIFIED");
		state.live.isVerified = true;
		state.live.hasEarlierOrder = false;
		expect(await buy()).toBe("NO_EARLIER_ORDER");
	});

	it("in a dry run charges nothing, and says whether the account could pay", async () => {
		const { caller, state } = await start();
		const rehearse = (cost: number) => caller.post("domain/create/new-shop.com", { cost, ...terms, dryRun: true });
		expect((await rehearse(1108)).body).toMatchObject({ status: "SUCCESS", dryRun: true, wouldSucceed: true });
		expect((await rehearse(999)).body).toMatchObject({ status: "ERROR", code: "COST_MISMATCH" });
		state.live.balance = 0;
		const poor = await rehearse(1108);
		expect(poor.body).toMatchObject({ status: "SUCCESS", wouldSucceed: false, code: "INSUFFICIENT_FUNDS" });
		expect(state.live.ledger).toEqual([]);
	});

	it("of the edition 3.0 ignores the field of a dry run, and buys", async () => {
		const { caller, state } = await start({ edition: "3.0" });
		await caller.post("domain/create/new-shop.com", { cost: 1108, ...terms, dryRun: true });
		expect(state.live.domains.has("new-shop.com")).toBe(true);
		expect(await caller.get("domain/getRegistrationRequirements/com")).toMatchObject({ status: 404 });
	});
});

describe("an idempotency key", () => {
	const buy = { cost: 1108, ...terms };

	it("charges once, and returns the first answer for a day", async () => {
		const { caller, state, clock } = await start();
		const first = await caller.post("domain/create/new-shop.com", buy, "order-1");
		const second = await caller.post("domain/create/new-shop.com", buy, "order-1");
		expect(second.headers.get("idempotent-replayed")).toBe("true");
		expect(second.body["orderId"]).toBe(first.body["orderId"]);
		expect(state.live.ledger).toHaveLength(1);
		clock.advance(day);
		const later = await caller.post("domain/create/new-shop.com", buy, "order-1");
		expect(later.body["code"]).toBe("DOMAIN_NOT_AVAILABLE");
	});

	it("does not serve another request", async () => {
		const { caller } = await start();
		await caller.post("domain/create/new-shop.com", buy, "order-1");
		const other = await caller.post("domain/create/other-shop.com", buy, "order-1");
		expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_KEY_MISMATCH" } });
	});

	it("keeps a refusal or not, as set", async () => {
		for (const [idempotency, status] of [
			["all", "ERROR"],
			["successes", "SUCCESS"],
		] as const) {
			const { caller, state } = await start({ idempotency });
			state.live.balance = 0;
			await caller.post("domain/create/new-shop.com", buy, "order-1");
			state.live.balance = 500_00;
			expect((await caller.post("domain/create/new-shop.com", buy, "order-1")).body["status"]).toBe(status);
		}
	});
});

describe("a renewal", () => {
	it("adds the shortest term, 30 days after the registration and after the last renewal", async () => {
		const { caller, state, clock } = await start();
		addDomain(state, state.live, "old-shop.com", clock.now());
		const renew = (cost = 1108) => caller.post("domain/renew/old-shop.com", { cost });
		expect((await renew()).body["code"]).toBe("RENEWAL_TOO_SOON");
		clock.advance(31 * day);
		expect((await renew(1)).body["code"]).toBe("COST_MISMATCH");
		expect((await renew()).body).toMatchObject({ status: "SUCCESS", expirationDate: "2028-11-20", cost: 1108 });
		expect((await renew()).body["code"]).toBe("RENEWAL_TOO_SOON");
		expect(state.live.ledger).toHaveLength(1);
	});
});

describe("a limit", () => {
	const first = { limits: {} };

	it("allows one check in ten seconds, and says when the next one is possible", async () => {
		const { caller, clock } = await start(first);
		const { body, headers } = await caller.post("domain/checkDomain/new-shop.com");
		expect(body["limits"]).toMatchObject({ TTL: 10, limit: 1, used: 1 });
		expect(headers.get("x-ratelimit-remaining")).toBe("0");
		const refused = await caller.post("domain/checkDomain/new-shop.com");
		expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_EXCEEDED", ttlRemaining: 10 } });
		expect(Number(refused.headers.get("x-ratelimit-reset"))).toBe(clock.now() / 1_000 + 10);
		clock.advance(10_000);
		expect((await caller.post("domain/checkDomain/new-shop.com")).status).toBe(200);
	});

	it("allows ten registrations a day, and counts attempts but no dry runs", async () => {
		const { caller, clock, state } = await start(first);
		state.live.monthlySpendLimit = 500_00;
		const buy = (number: number, dryRun = false) =>
			caller.post(`domain/create/shop-${number}.com`, { cost: 1108, ...terms, ...(dryRun && { dryRun }) });
		await buy(0, true);
		for (let number = 0; number < 10; number += 1) {
			expect((await buy(number)).body["status"]).toBe("SUCCESS");
			expect((await buy(99)).body).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", ttlRemaining: 10 });
			clock.advance(10_000);
		}
		expect((await buy(10)).body).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", ttlRemaining: 86_300 });
	});

	it("can have the status 200", async () => {
		const { caller } = await start({ ...first, limitStatus: 200 });
		await caller.post("domain/checkDomain/new-shop.com");
		expect(await caller.post("domain/checkDomain/new-shop.com")).toMatchObject({
			status: 200,
			body: { status: "ERROR" },
		});
	});

	it("answers HTML above its requests in one second", async () => {
		const { caller } = await start({ requestsPerSecond: 1 });
		await caller.get("ping");
		const refused = await caller.get("ping");
		expect(refused.status).toBe(503);
		expect(refused.headers.get("content-type")).toBe("text/html");
	});
});

describe("a domain", () => {
	it("without opt-in refuses DNS and nameservers, and is listed", async () => {
		const { caller, state, clock } = await start();
		addDomain(state, state.live, "old-shop.com", clock.now()).apiAccess = false;
		for (const path of ["dns/retrieve/old-shop.com", "domain/getNs/old-shop.com"])
			expect(await caller.post(path)).toMatchObject({ status: 400, body: { code: "API_ACCESS_DISABLED" } });
		expect((await caller.post("domain/listAll")).body["count"]).toBe(1);
		expect((await caller.get("domain/listAll?apiAccess=yes")).body["count"]).toBe(0);
	});

	it("takes nameservers as a set", async () => {
		const { caller, state, clock } = await start();
		addDomain(state, state.live, "old-shop.com", clock.now());
		const set = async (...ns: string[]) => (await caller.post("domain/updateNs/old-shop.com", { ns })).body;
		expect(await set("ns2.host.test", "ns1.host.test")).toMatchObject({ status: "SUCCESS" });
		expect(await set("ns1.host.test", "ns2.host.test")).toMatchObject({ status: "SUCCESS", message: "No change." });
		expect(await set("nonsense")).toMatchObject({ code: "INVALID_NAMESERVERS" });
	});

	it("is listed in pages of 1,000", async () => {
		const { caller, state, clock } = await start();
		for (let number = 0; number < 1_001; number += 1)
			addDomain(state, state.live, `shop-${number}.com`, clock.now() + number);
		expect((await caller.post("domain/listAll")).body["count"]).toBe(1_000);
		expect((await caller.post("domain/listAll", { start: 1_000 })).body["count"]).toBe(1);
	});
});

describe("keys", () => {
	it("are refused if they are wrong, incomplete or missing", async () => {
		const { url, caller } = await start();
		const wrong = await caller.post("domain/listAll", { apikey: "pk1_wrong" });
		expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_API_KEYS_001" } });
		const typo = await caller.post("domain/listAll", { secretapikey: undefined, secretkey: "sk1_typo" });
		expect(typo.body["code"]).toBe("MISSING_SECRETAPIKEY");
		const none = await fetch(`${url}/domain/listAll`);
		expect(await none.json()).toMatchObject({ code: "API_KEY_REQUIRED" });
	});

	it("of the sandbox have their own play money and domains", async () => {
		const { caller, sandbox, state } = await start();
		await sandbox.post("domain/create/new-shop.com", { cost: 1108, ...terms });
		expect(state.sandbox.balance).toBe(1_000_00 - 1108);
		expect(state.live.domains.size).toBe(0);
		expect((await sandbox.post("sandbox/topup", { amount: 500 })).body["balance"]).toBe(1_000_00 - 608);
		expect((await sandbox.post("sandbox/reset")).body).toMatchObject({ domainsCleared: 1, balance: 1_000_00 });
		expect((await caller.post("sandbox/topup")).body["code"]).toBe("SANDBOX_ONLY");
	});
});
