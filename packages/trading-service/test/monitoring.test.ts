import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { startService } from "../../../test/support/service.ts";

it("blocks a sandbox domain once, a minute after its registration", async () => {
	await using world = await startService();
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "blocked-soon.com" });
	const [row] = await world.database.sql<{ id: string }[]>`select id from service.domains`;
	const look = () => world.service.queues["service.monitor"].handle(row?.id ?? "", new AbortController().signal);
	await look();
	expect((await caller.get("/domains/blocked-soon.com")).body.result).toMatchObject({ status: "registered" });
	await world.database.advance(61_000);
	await look();
	await look();
	expect((await caller.get("/domains/blocked-soon.com")).body.result).toMatchObject({ status: "blocked" });
	await world.service.admin.unblock(randomUUID(), "blocked-soon.com");
	await look();
	expect((await caller.get("/domains/blocked-soon.com")).body.result).toMatchObject({ status: "registered" });
	const types = await world.database.sql<{ type: string }[]>`select type from service.events order by id`;
	expect(types.map(({ type }) => type)).toEqual(["domain.registered", "domain.blocked", "domain.unblocked"]);
});
