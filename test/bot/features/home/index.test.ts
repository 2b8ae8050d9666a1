import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const goOn = (buttons: string[][]) => buttons.flat().filter((label) => label.includes("Continue"));

/** Sends a list that is too long for an immediate lookup. Stops the lookup before its job runs. */
async function stoppedList(anna: Awaited<ReturnType<BotUnderTest["customer"]>>, base: string): Promise<void> {
	await anna.says(Array.from({ length: 320 }, (_, index) => `${base}${index}.com`).join("\n"));
	await anna.until("Checked 0 of 320");
	await anna.taps("Stop");
	await anna.until("Stopped: 0 of 320");
}

describe("Continue on Home", () => {
	it("names the domain and the price of an open quote, also after a tap on Home", async () => {
		const anna = await world.customer();
		await anna.says("left-open.com");
		await anna.taps("Register");
		await anna.until("Register left-open.com?");
		await anna.taps("Home");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: left-open.com · $11.50"]);
		await anna.taps("Continue: left-open.com");
		await anna.until("Register left-open.com?");
		await anna.taps("Cancel");
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual([]);
	});

	it("cuts a long name in the middle and keeps the sum", async () => {
		const anna = await world.customer();
		await anna.says("the-longest-name-of-all-my-shops.com");
		await anna.taps("Register");
		await anna.until("Register the-longest-name");
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: the-longe…shops.com · $11.50"]);
	});

	it("counts the names of a quote, and offers the list that it came from", async () => {
		const anna = await world.customer();
		await anna.says("pair-a.com pair-b.com");
		await anna.until("✅ 2 available");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: 2 domains · $23.00", "▶️ Continue: list of 2 names"]);
	});

	it("names the kind of an open change", async () => {
		const anna = await world.customer();
		world.fixture.service.take("point-me.com", anna.account);
		await anna.says("/dns point-me.com www A 203.0.113.5");
		await anna.until("Change the DNS records of point-me.com?");
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: point-me.com · 🧭 DNS"]);
	});

	it("offers a stopped list next to a quote, and behind a newer list that is done", async () => {
		const anna = await world.customer();
		await stoppedList(anna, "stopped");
		world.fixture.service.take("taken-x.com", world.fixture.service.openAccount());
		world.fixture.service.take("taken-y.com", world.fixture.service.openAccount());
		await anna.says("taken-x.com taken-y.com");
		await anna.until("✅ 0 available · ❌ 2 taken");
		await anna.says("beside.com");
		await anna.taps("Register");
		await anna.until("Register beside.com?");
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: beside.com · $11.50", "▶️ Continue: list of 320 names"]);
		await anna.taps("Continue: list of 320");
		await anna.until("Stopped: 0 of 320");
	});

	it("offers a stopped list for a week", async () => {
		const anna = await world.customer();
		await stoppedList(anna, "week");
		await world.advance(6 * 86_400_000);
		await anna.says("/start");
		await anna.until("Send a domain (");
		expect(goOn(anna.buttons)).toEqual(["▶️ Continue: list of 320 names"]);
		await world.advance(2 * 86_400_000);
		await anna.says("/start");
		await anna.untilView(() => goOn(anna.buttons).length === 0);
	});

	it("offers a list that was sent before the account was connected", async () => {
		const { id } = await world.meet();
		const anna = await world.chat({ person: id });
		await anna.says("before-a.com before-b.com");
		await anna.until("then continue with");
		await anna.says(`/connect ${world.fixture.service.openAccount().token}`);
		await anna.until("Connected with the token");
		await anna.says("/start");
		await anna.until("Send a domain (");
		await anna.taps("Continue: list of 2 names");
		await anna.until("✅ 2 available");
	});
});

it("leads from each line that needs attention to My domains with its filter", async () => {
	const anna = await world.customer();
	for (const name of ["fine.com", "over.com", "shut.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	const { sql } = world.fixture.database;
	await sql`update bot.domains set status = 'blocked' where domain = 'shut.com'`;
	await sql`update bot.domains set expires_at = clock() - interval '1 day' where domain = 'over.com'`;
	for (const [button, filter, name] of [
		["⛔ Show 1 blocked", "Filter: Blocked", "shut.com"],
		["⏰ Renew 1 due soon", "Filter: ⏰ Within 60 days", "over.com"],
	] as const) {
		await anna.says("/start");
		await anna.until("⛔ Blocked: 1");
		await anna.taps(button);
		await anna.until(filter);
		expect(anna.buttons[0]?.join()).toContain(name);
		expect(anna.buttons.flat().join()).not.toContain("fine.com");
	}
});
