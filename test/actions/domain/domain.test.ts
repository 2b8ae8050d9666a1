import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it("lists the active account's domains as the service describes them", async () => {
	const { personId, account } = await fixture.customer(1);
	expect(await fixture.actions.domain.list({ personId })).toMatchObject({ kind: "domains", domains: [] });
	fixture.service.take("one.com", account);
	fixture.service.take("two.com", fixture.service.openAccount());
	const list = await fixture.actions.domain.list({ personId });
	expect(list).toMatchObject({ domains: [{ domain: "one.com", status: null }], total: null, nextCursor: null });
});

it("filters the pages itself if the service does not support search", async () => {
	const { personId, account } = await fixture.customer(4);
	fixture.service.take("xn--e1afmkfd.com", account);
	fixture.service.take("shop.com", account);
	const names = async (search: string, cursor?: string) => {
		const list = await fixture.actions.domain.list({ personId, search, ...(cursor !== undefined && { cursor }) });
		return list.kind === "domains" ? list.domains.map(({ domain }) => domain) : list.kind;
	};
	expect([await names("SHO"), await names("прим"), await names("none")]).toEqual([
		["shop.com"],
		["xn--e1afmkfd.com"],
		[],
	]);
	for (let index = 0; index < 118; index += 1) fixture.service.take(`many-${index}.com`, account);
	fixture.service.take("the-last.com", account);
	expect(await names("the-last")).toEqual(["the-last.com"]);
	expect(await names("none")).toEqual([]);
});

it("shows a domain with all its fields, and none of another account", async () => {
	const { personId, account } = await fixture.customer(2);
	fixture.service.take("card.com", account, { client_ref: "label", external_ref: "A-1" });
	expect(await fixture.actions.domain.card({ personId, domain: "CARD.com" })).toMatchObject({
		kind: "domain",
		domain: {
			domain: "card.com",
			status: "active",
			expiresAt: expect.any(Date),
			clientRef: "label",
			externalRef: "A-1",
		},
		blockedSince: null,
	});
	fixture.service.take("theirs.com", fixture.service.openAccount());
	const theirs = await fixture.actions.domain.card({ personId, domain: "theirs.com" });
	expect(theirs).toEqual({ kind: "not_yours", domain: "theirs.com" });
});

it("reads the account, with null for fields that the service did not send", async () => {
	const { personId, account } = await fixture.customer(3);
	expect(await fixture.actions.account.read({ personId })).toMatchObject({
		kind: "account",
		account: {
			userId: account.userId,
			balanceCents: 50_000,
			apiEnabled: null,
			webhookEnabled: null,
			whitelist: ["127.0.0.1"],
		},
		connection: { state: "live", active: true },
	});
});
