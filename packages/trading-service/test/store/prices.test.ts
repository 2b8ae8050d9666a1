import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { initialPrices } from "../../src/registrar/sandbox.ts";
import { createPriceReader, seedPrices } from "../../src/store/prices.ts";

it("returns each concurrent caller the prices of the names that it asked for", async () => {
	await using database = await createTestDatabase();
	await seedPrices(database.db, initialPrices);
	const pricesOf = createPriceReader(database.sql);
	const zones = [".com", ".co.uk", ".net", ".org", ".dev"];
	const lists = await Promise.all(zones.map((zone) => pricesOf([`example${zone}`])));
	lists.forEach((list, index) => {
		expect(list.byTld.has(zones[index] ?? "")).toBe(true);
	});
	expect((await pricesOf(["example.nothing"])).byTld.size).toBe(0);
});

it("never returns a price older than the call, even while another query runs", async () => {
	await using database = await createTestDatabase();
	await seedPrices(database.db, initialPrices);
	const pricesOf = createPriceReader(database.sql);
	for (let cents = 1; cents <= 20; cents += 1) {
		const earlier = pricesOf(["example.com"]);
		await database.sql`update service.prices set register_cents = ${cents} where zone = '.com'`;
		const [, now] = await Promise.all([earlier, pricesOf(["example.com"])]);
		expect(now.byTld.get(".com")?.registerCents).toBe(cents);
	}
});

it("continues after a failed query", async () => {
	await using database = await createTestDatabase();
	await seedPrices(database.db, initialPrices);
	const pricesOf = createPriceReader(database.sql);
	await database.sql`alter table service.prices rename to hidden`;
	await expect(pricesOf(["example.com"])).rejects.toThrow("does not exist");
	await database.sql`alter table service.hidden rename to prices`;
	expect((await pricesOf(["example.com"])).byTld.size).toBe(1);
});
