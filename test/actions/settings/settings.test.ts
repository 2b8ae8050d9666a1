import { afterAll, beforeAll, expect, it } from "vitest";
import { findPerson } from "../../../src/store/people.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";

let desk: Desk;

beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

it("saves a language and a time zone", async () => {
	const anna = await desk.meet(1);
	await desk.actions.settings.language({ ...anna, locale: "ru" });
	const saved = await desk.actions.settings.timeZone({ ...anna, timeZone: " europe/berlin " });
	expect(saved).toEqual({ kind: "saved", timeZone: "Europe/Berlin" });
	expect(await findPerson(desk.deps.db, 1)).toMatchObject({ locale: "ru", timeZone: "Europe/Berlin" });
});

it.each(["Mars/Olympus", "", "+03:00", "<b>", "Europe/Berlin; drop table"])(
	"rejects the time zone %j",
	async (timeZone) => {
		const anna = await desk.meet(2);
		expect(await desk.actions.settings.timeZone({ ...anna, timeZone })).toEqual({ kind: "unknown_zone" });
	},
);
