import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordEdit } from "../../../src/actions/index.ts";
import { timeLimits } from "../../../src/rules/operation/timing.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const add = (hostname: string): RecordEdit => ({ edit: "add", record: { type: "A", hostname, value: "203.0.113.5" } });

/**
 * Returns a domain to which the bot has just added a record. After a call of `showsOld`, the fake registrar returns the
 * DNS records from before that change. After a call of `showsNew`, it returns the changed records.
 */
async function changed(domain: string) {
	const mine = await ownerOf(fixture, ++last, domain);
	const plan = (hostname: string) =>
		fixture.actions.dns.plan({ personId: mine.personId, domains: [domain], draft: {}, edits: [add(hostname)] });
	const first = await mine.carryOut(await plan("first"));
	expect(first.state).toBe("succeeded");
	const written = [...mine.owned.records];
	return {
		...mine,
		plan,
		first,
		showsOld() {
			mine.owned.records = [home, mail];
		},
		showsNew() {
			mine.owned.records = written;
		},
		writes: () => fixture.service.sent(new RegExp(`${domain}.dns`)).length,
	};
}

describe("records that the service still shows from before our last change", () => {
	it("block a plan, a restore and an undo until our change is visible", async () => {
		const mine = await changed("lags.com");
		mine.showsOld();
		const outdated = { kind: "nothing", skipped: [{ domain: "lags.com", reason: "outdated" }] };
		const { personId, first } = mine;
		expect(await mine.plan("second")).toEqual(outdated);
		expect(await fixture.actions.operation.undo({ personId, operationId: first.id })).toEqual(outdated);
		const key = { operationId: first.id };
		expect(await fixture.actions.dns.restore({ personId, domain: "lags.com", key, part: "dns" })).toEqual(outdated);
		mine.showsNew();
		await mine.carryOut(await mine.plan("second"));
		expect(mine.owned.records).toMatchObject([home, mail, { name: "first" }, { name: "second" }]);
	});

	it("count once our change is older than any lag", async () => {
		const mine = await changed("reverted.com");
		mine.showsOld();
		await fixture.database.advance(timeLimits.settling);
		await mine.carryOut(await mine.plan("second"));
		expect(mine.owned.records).toMatchObject([home, mail, { name: "second" }]);
	});

	it("are not overwritten: the worker waits until our change is visible", async () => {
		const mine = await changed("waits.com");
		const second = await mine.plan("second");
		mine.showsOld();
		expect((await mine.carryOut(second)).state).toBe("confirmed");
		await pass(fixture, 1, 0.25);
		expect(mine.writes()).toBe(1);
		mine.showsNew();
		await pass(fixture, 1);
		expect(mine.owned.records).toMatchObject([home, mail, { name: "first" }, { name: "second" }]);
	});

	it("lead to a question when our change does not become visible in time", async () => {
		const mine = await changed("gone.com");
		const second = await mine.plan("second");
		if (second.kind !== "quoted") throw new Error(second.kind);
		mine.showsOld();
		await mine.carryOut(second);
		await pass(fixture, 6);
		expect(await mine.get(second.operation)).toMatchObject({ state: "quoted", quote: { moved: true } });
		expect(mine.writes()).toBe(1);
	});
});

describe("nameservers and profiles that the service still shows from before our last change", () => {
	const servers = { nameservers: ["a.example.net", "b.example.net"] };

	it("block a nameserver change, before the plan and before the write", async () => {
		const mine = await ownerOf(fixture, ++last, "servers.com");
		const old = mine.owned.nameservers;
		const plan = (target: { nameservers: string[] }) =>
			fixture.actions.nameservers.plan({ ...mine, wanted: [{ ...mine, target }] });
		await mine.carryOut(await plan(servers), true);
		const next = await plan({ nameservers: ["c.example.net", "d.example.net"] });
		mine.owned.nameservers = old;
		const records = () => fixture.actions.dns.plan({ ...mine, domains: [mine.domain], draft: {}, edits: [add("www")] });
		expect(await records()).toMatchObject({ kind: "nothing", skipped: [{ reason: "outdated" }] });
		expect((await mine.carryOut(next, true)).state).toBe("confirmed");
		expect(await records()).toMatchObject({ kind: "nothing", skipped: [{ reason: "busy" }] });
		mine.owned.nameservers = servers.nameservers;
		await pass(fixture, 1);
		expect(mine.owned.nameservers).toEqual(["c.example.net", "d.example.net"]);
	});

	it("block a nameserver change while the service still shows the earlier profile", async () => {
		const mine = await ownerOf(fixture, ++last, "earlier.com");
		mine.owned.edge = "earlier";
		await mine.carryOut(await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] }), true);
		const plan = () => fixture.actions.nameservers.plan({ ...mine, wanted: [{ ...mine, target: servers }] });
		expect(await plan()).toMatchObject({ kind: "quoted" });
		mine.owned.edge = "earlier";
		expect(await plan()).toEqual({ kind: "nothing", skipped: [{ domain: "earlier.com", reason: "outdated" }] });
	});

	it("block a profile change", async () => {
		const mine = await ownerOf(fixture, ++last, "profile.com");
		const binds = () => fixture.service.sent(/profile.com.edge/).length;
		const plan = (profileKey: string) => fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey }] });
		await mine.carryOut(await plan("main"));
		const next = await plan("other");
		delete mine.owned.edge;
		expect(await plan("main")).toEqual({
			kind: "nothing",
			skipped: [{ domain: "profile.com", reason: "outdated" }],
		});
		expect((await mine.carryOut(next)).state).toBe("confirmed");
		expect(binds()).toBe(1);
		mine.owned.edge = "main";
		await pass(fixture, 1);
		expect(binds()).toBe(2);
	});

	it("block a profile change also if the old state is the wanted one", async () => {
		const mine = await ownerOf(fixture, ++last, "alike.com");
		const { domain } = mine;
		const plan = () => fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
		mine.owned.edge = "main";
		expect(await plan()).toEqual({ kind: "nothing", skipped: [{ domain, reason: "already_so" }] });
		const before = mine.owned.nameservers;
		await mine.carryOut(
			await fixture.actions.nameservers.plan({ ...mine, wanted: [{ ...mine, target: servers }] }),
			true,
		);
		Object.assign(mine.owned, { edge: "main", nameservers: before });
		expect(await plan()).toEqual({ kind: "nothing", skipped: [{ domain, reason: "outdated" }] });
	});
});
