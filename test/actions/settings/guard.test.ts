import { afterAll, beforeAll, expect, it } from "vitest";
import { quoted } from "../operation/bought.ts";
import { createDesk, type Desk } from "../setup.ts";

let desk: Desk;

beforeAll(async () => {
	desk = await createDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

it("keeps sums, forgets them, and takes none that makes no sense", async () => {
	const anna = await desk.meet(1);
	const { guard, read } = desk.actions.settings;
	expect(await guard({ ...anna, dayCapCents: 10_000, askAboveCents: 0 })).toEqual({
		kind: "saved",
		guard: { dayCapCents: 10_000, askAboveCents: 0, lowBalanceCents: null },
	});
	expect(await guard({ ...anna, dayCapCents: null })).toMatchObject({ guard: { dayCapCents: null, askAboveCents: 0 } });
	for (const dayCapCents of [-1, 1.5, 3_000_000_000]) {
		expect(await guard({ ...anna, dayCapCents })).toEqual({ kind: "bad_sum" });
	}
	expect(await read(anna)).toMatchObject({ locale: "en", timeZone: "UTC", guard: { askAboveCents: 0 } });
});

it("asks twice above a sum", async () => {
	const bought = await quoted(desk, 2, "dear.com");
	const { personId, operationId } = bought;
	await desk.actions.settings.guard({ personId, askAboveCents: 1_000 });
	expect(await bought.confirm()).toMatchObject({ kind: "ask_twice", doubts: ["sum"] });
	const sure = await desk.actions.operation.confirm({ personId, operationId, number: 1, sure: true });
	expect(sure).toMatchObject({ kind: "confirmed" });
});

it("tells once that the balance fell low", async () => {
	const account = desk.service.openAccount(5_000);
	const told = async () => (await desk.news()).filter((each) => each === "balance to 3").length;
	for (const [index, expected] of [0, 1, 1].entries()) {
		const bought = await quoted(desk, 3, `low-${index}.com`, account);
		await desk.actions.settings.guard({ personId: 3, lowBalanceCents: 3_000 });
		await bought.confirm();
		await desk.settle();
		expect(await told()).toBe(expected);
	}
});
