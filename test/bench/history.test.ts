import { expect, it } from "vitest";
import { writeHistory } from "../../bench/subjects/history.ts";
import { createTestDatabase } from "../support/database.ts";

// No other test runs the benchmark's SQL, so a migration could break it unnoticed.
it("the benchmark fills a database of the current schema", async () => {
	await using database = await createTestDatabase();
	await writeHistory(database.url, 3);
	const [rows] = await database.sql`
		select (select count(*) from bot.people)::int as people, (select count(*) from bot.screens)::int as screens,
			(select count(*) from service.domains)::int as domains`;
	expect(rows).toEqual({ people: 3, screens: 30, domains: 15 });
});
