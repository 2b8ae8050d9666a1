import { eventHeaders } from "@domains/contract/events.ts";
import { sign } from "@domains/contract/signature.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture({ service: { receiverBase: "https://bot.example/events/" } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function customer(of?: Awaited<ReturnType<ActionsFixture["customer"]>>["account"]) {
	const { personId, account } = await fixture.customer(100 + ++last, of);
	const guide = async () => {
		const profile = await fixture.actions.profile.read({ personId });
		if (profile.kind !== "read_only") throw new Error(profile.kind);
		return profile.guide;
	};
	const path = (await guide()).receiverUrl?.replace("https://bot.example/events/", "") ?? "";
	const post = async (secret: string) => {
		const bytes = Buffer.from(JSON.stringify({ event: "domain.renewed", domain: "example.com" }));
		const timestamp = String(Math.floor(Date.now() / 1_000));
		const headers = {
			[eventHeaders.timestamp.toLowerCase()]: timestamp,
			[eventHeaders.signature.toLowerCase()]: sign(secret, timestamp, bytes),
		};
		return (await fixture.actions.event.receive({ path, headers, bytes })).status;
	};
	const keep = (secret: string) => fixture.actions.profile.keepSecret({ personId, secret });
	return { personId, account, guide, post, keep };
}

describe("the secret of an external service", () => {
	it("verifies the account's events and is stored encrypted", async () => {
		const { guide, post, keep } = await customer();
		expect((await guide()).secretKept).toBe(false);
		expect(await post("first-secret")).toBe(401);
		expect(await keep(" first-secret\n")).toEqual({ kind: "kept" });
		expect((await guide()).secretKept).toBe(true);
		expect(await post("first-secret")).toBe(200);
		const rows = await fixture.database
			.sql`select a.*, c.* from bot.accounts a join bot.connections c on c.account_id = a.id`;
		expect(rows.length).toBeGreaterThan(0);
		expect(JSON.stringify(rows)).not.toContain("first-secret");
	});

	it("is replaced by a new one, and stays valid for pending events", async () => {
		const { post, keep } = await customer();
		await keep("first-secret");
		await keep("second-secret");
		await keep("second-secret");
		expect([await post("first-secret"), await post("second-secret")]).toEqual([200, 200]);
		await keep("third-secret");
		expect([await post("first-secret"), await post("third-secret")]).toEqual([401, 200]);
	});

	it("is valid in addition to other people's secrets, and is deleted with its person's connection", async () => {
		const { connection } = fixture.actions;
		const anna = await customer();
		await anna.keep("the-right-secret");
		const boris = await customer(anna.account);
		for (const secret of ["first-guess", "second-guess", "third-guess"]) await boris.keep(secret);
		expect(await anna.post("the-right-secret")).toBe(200);
		expect(await anna.post("third-guess")).toBe(200);
		const [{ id: connectionId = 0 } = {}] = await connection.list(boris);
		await connection.disconnect({ personId: boris.personId, connectionId });
		expect([await anna.post("third-guess"), await anna.post("the-right-secret")]).toEqual([401, 200]);
		expect((await anna.guide()).secretKept).toBe(true);
	});

	it("stays with the account when its token turns out to be for another one", async () => {
		const anna = await customer();
		await anna.keep("the-old-account");
		const { token } = anna.account;
		Object.assign(anna.account, { userId: fixture.service.openAccount().userId });
		await fixture.actions.connection.connect({ personId: anna.personId, token });
		expect((await anna.guide()).secretKept).toBe(false);
		expect(await anna.post("the-old-account")).toBe(401);
	});

	it.each(["short", "two words", "", "я".repeat(20), "x".repeat(600)])("cannot be %j", async (secret) => {
		const { guide, keep } = await customer();
		expect(await keep(secret)).toEqual({ kind: "malformed" });
		expect((await guide()).secretKept).toBe(false);
	});

	it("requires an account", async () => {
		const { personId } = await fixture.meet(99);
		expect(await fixture.actions.profile.keepSecret({ personId, secret: "first-secret" })).toEqual({
			kind: "trouble",
			trouble: "not_connected",
		});
	});
});
