import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { RegistrarFailure } from "../../src/registrar/port.ts";
import { createSandboxRegistrar } from "../../src/registrar/sandbox.ts";

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const signal = new AbortController().signal;
const slept: number[] = [];
const open = () => createSandboxRegistrar({ ...database, sleep: async (ms) => void slept.push(ms) });
const order = (id: string, domain: string, years = 1) => ({ id, domain, years });

describe("an order", () => {
	it("is executed once, even if it is sent again", async () => {
		const registrar = open();
		const first = await registrar.register(order("o1", "once.com"), signal);
		expect(first.kind).toBe("executed");
		expect(await registrar.register(order("o1", "once.com"), signal)).toEqual(first);
		expect(await registrar.register(order("o2", "once.com"), signal)).toEqual({ kind: "refused" });
		const renewed = await registrar.renew(order("o3", "once.com"), signal);
		expect(await registrar.renew(order("o3", "once.com"), signal)).toEqual(renewed);
		expect(await registrar.close("o3", signal)).toEqual(renewed);
	});

	it("is refused if it was closed before it arrives", async () => {
		const registrar = open();
		expect(await registrar.close("o4", signal)).toEqual({ kind: "refused" });
		expect(await registrar.register(order("o4", "late.com"), signal)).toEqual({ kind: "refused" });
		expect(await registrar.available(["late.com"])).toEqual(new Set(["late.com"]));
	});

	it("is either executed or closed if both arrive at the same time", async () => {
		const registrar = open();
		for (let n = 0; n < 10; n += 1) {
			const [executed, closed] = await Promise.all([
				registrar.register(order(`r${n}`, `racing-${n}.com`), signal),
				registrar.close(`r${n}`, signal),
			]);
			expect(closed).toEqual(executed);
		}
	});

	it("to renew an unregistered name is refused", async () => {
		expect(await open().renew(order("o5", "nobody.com"), signal)).toEqual({ kind: "refused" });
	});
});

describe("special names", () => {
	it("are taken from the beginning", async () => {
		const registrar = open();
		expect(await registrar.available(["taken-x.com", "google.net", "free.net"])).toEqual(new Set(["free.net"]));
		expect(await registrar.register(order("s1", "taken-x.com"), signal)).toEqual({ kind: "refused" });
	});

	it("fail without any effect", async () => {
		const registrar = open();
		await expect(registrar.register(order("s2", "provider-error-x.com"), signal)).rejects.toThrow(RegistrarFailure);
		expect(await registrar.available(["provider-error-x.com"])).toEqual(new Set(["provider-error-x.com"]));
	});

	it("are executed without an answer in time", async () => {
		const registrar = open();
		await expect(registrar.register(order("s3", "provider-timeout-x.com"), signal)).rejects.toThrow("did not answer");
		expect((await registrar.close("s3", signal)).kind).toBe("executed");
	});

	it("are slow", async () => {
		slept.length = 0;
		expect((await open().register(order("s4", "slow-x.com"), signal)).kind).toBe("executed");
		expect(slept).toEqual([3_000]);
	});
});
