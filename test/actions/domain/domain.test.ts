import { afterAll, beforeAll, expect, it } from "vitest";
import { createDesk, type Desk } from "../setup.ts";

let desk: Desk;

beforeAll(async () => {
	desk = await createDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

it("lists the active account's domains as the service tells of them", async () => {
	const { personId, account } = await desk.customer(1);
	expect(await desk.actions.domain.list({ personId })).toMatchObject({ kind: "domains", domains: [] });
	desk.service.take("one.com", account);
	desk.service.take("two.com", desk.service.openAccount());
	const list = await desk.actions.domain.list({ personId });
	expect(list).toMatchObject({ domains: [{ domain: "one.com", status: null }], total: null, nextCursor: null });
});

it("shows a domain with everything that came, and none of somebody else", async () => {
	const { personId, account } = await desk.customer(2);
	desk.service.take("card.com", account, { client_ref: "label", external_ref: "A-1" });
	expect(await desk.actions.domain.card({ personId, domain: "CARD.com" })).toMatchObject({
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
	desk.service.take("theirs.com", desk.service.openAccount());
	const theirs = await desk.actions.domain.card({ personId, domain: "theirs.com" });
	expect(theirs).toEqual({ kind: "not_yours", domain: "theirs.com" });
});

it("reads the account, with what the service did not send left open", async () => {
	const { personId, account } = await desk.customer(3);
	expect(await desk.actions.account.read({ personId })).toMatchObject({
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
