import { afterAll, beforeAll, expect, it } from "vitest";
import { findPerson } from "../../../src/store/people.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it("saves a language and a time zone", async () => {
	const anna = await fixture.meet(1);
	await fixture.actions.settings.language({ ...anna, locale: "ru" });
	const saved = await fixture.actions.settings.timeZone({ ...anna, timeZone: " europe/berlin " });
	expect(saved).toEqual({ kind: "saved", timeZone: "Europe/Berlin" });
	expect(await findPerson(fixture.deps.db, 1)).toMatchObject({ locale: "ru", timeZone: "Europe/Berlin" });
});

it.each(["Mars/Olympus", "", "+03:00", "<b>", "Europe/Berlin; drop table"])(
	"rejects the time zone %j",
	async (timeZone) => {
		const anna = await fixture.meet(2);
		expect(await fixture.actions.settings.timeZone({ ...anna, timeZone })).toEqual({ kind: "unknown_zone" });
	},
);
