import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SmallAccount } from "../../support/small-service.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let operator: SmallAccount;
const newcomer = 500;

beforeAll(async () => {
	fixture = await createActionsFixture({ service: { lookupToken: async () => operator.token } });
	operator = fixture.service.openAccount();
	fixture.service.take("operators-own.com", operator);
	await fixture.database.sql`insert into bot.people (id, locale) values (${newcomer}, 'en')`;
});
afterAll(() => fixture[Symbol.asyncDispose]());

const paths = () => fixture.service.calls.map(({ path }) => path.replace(/\?.*/, ""));

describe("the account of the operator", () => {
	it("looks up names and prices for a person without an account", async () => {
		const { actions } = fixture;
		expect(await actions.search.name({ personId: newcomer, name: "new-idea.com" })).toMatchObject({
			kind: "offer",
			offer: { available: true, registerCents: 1_150, renewCents: 1_250 },
		});
		expect(await actions.search.base({ personId: newcomer, base: "new-idea" })).toMatchObject({ kind: "shortlist" });
		expect(await actions.price.list({ personId: newcomer })).toMatchObject({ kind: "prices", connected: false });
	});

	it("shows nothing of itself: its domains are taken names", async () => {
		const { actions } = fixture;
		const from = paths().length;
		expect(await actions.search.name({ personId: newcomer, name: "operators-own.com" })).toMatchObject({
			offer: { available: false },
			yours: null,
			order: null,
		});
		expect(await actions.search.base({ personId: newcomer, base: "operators-own" })).toMatchObject({ yours: [] });
		expect(
			paths()
				.slice(from)
				.filter((path) => /account|domains(?!\/search)/.test(path)),
		).toEqual([]);
	});

	it("does nothing else for that person", async () => {
		const { actions } = fixture;
		const query = { sort: "name", offset: 0, limit: 1 } as const;
		const none = { kind: "trouble", trouble: "not_connected" };
		expect(await actions.domain.portfolio({ personId: newcomer, query })).toEqual(none);
		expect(await actions.quote.registerAsBefore({ personId: newcomer, domain: "new-idea.com" })).toEqual(none);
		expect(await actions.account.overview({ personId: newcomer })).toBeNull();
	});

	it("is not used for a person with an account", async () => {
		const { personId } = await fixture.customer(501);
		const from = fixture.service.calls.length;
		await fixture.actions.search.name({ personId, name: "operators-own.com" });
		expect(
			paths()
				.slice(from)
				.some((path) => path.includes("operators-own.com")),
		).toBe(true);
	});

	it("asks for an account if the service refuses its token", async () => {
		const kept = operator;
		operator = { ...kept, token: "a-token-that-does-not-exist" };
		expect(await fixture.actions.search.name({ personId: newcomer, name: "new-idea.com" })).toEqual({
			kind: "trouble",
			trouble: "not_connected",
		});
		operator = kept;
	});
});
