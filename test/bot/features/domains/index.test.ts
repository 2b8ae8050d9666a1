import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("My domains can be downloaded, whole or as selected", async () => {
	const anna = await world.customer();
	for (const name of ["csv-a.com", "csv-b.com", "xn--e1afmkfd.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	await anna.taps("⬇️ CSV");
	const whole = await anna.until("3 domains");
	const rowsOf = async (fileId = "") => String(await anna.downloads(fileId)).split("\r\n");
	expect(whole.document?.file_name).toBe("domains.csv");
	const rows = await rowsOf(whole.document?.file_id);
	expect(rows[0]).toBe("\ufeffDomain,Status,Expires,Registered,Renewal (USD),Edge profile,Label,Tags,Note");
	expect(rows.slice(1).map((row) => row.split(",")[0])).toEqual(["csv-a.com", "csv-b.com", "пример.com", ""]);
	await anna.taps("Select");
	await anna.taps("▫️ csv-b.com");
	await anna.until("Selected: 1 of 3");
	await anna.taps("⬇️ CSV");
	const selected = await anna.until("1 domain");
	expect((await rowsOf(selected.document?.file_id)).slice(1)).toEqual(["csv-b.com,,,,,,,,", ""]);
});
