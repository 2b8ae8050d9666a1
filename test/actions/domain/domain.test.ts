import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

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
