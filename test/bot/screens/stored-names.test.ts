import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { routeOf, routes } from "../../../src/bot/screens.ts";
import { createTestDatabase } from "../../support/database.ts";

/**
 * The SQL migration that renames screens in stored rows. The next migration renamed the table `dialogues` to
 * `conversations`. The test database already has the new name, so the test replaces the old name in the SQL.
 */
const migration = readFileSync(
	join(import.meta.dirname, "../../../drizzle/bot/0011_screen_names.sql"),
	"utf8",
).replaceAll('"dialogues"', '"conversations"');
const button = (to: string, params: object) => JSON.stringify({ to, params });

/** Pairs of a stored screen before and after the migration. Each screen is a name with its parameters. */
const renamed: readonly [[string, object], [string, object]][] = [
	[
		["guard", { note: "guard-saved" }],
		["spending_limits", { noticeKey: "spending-limits-saved" }],
	],
	[
		["guard_sum", { which: "dayCapCents", bad: "20 bucks" }],
		["spending_limit", { which: "dayCapCents", rejectedInput: "20 bucks" }],
	],
	[
		["newcomer", { connectionId: 1 }],
		["account_shared", { connectionId: 1 }],
	],
	[
		["shut_out", { connectionId: 1 }],
		["access_lost", { connectionId: 1 }],
	],
	[
		["dismissed", { accountId: 1 }],
		["access_removed", { accountId: 1 }],
	],
	[
		["notice", { operationId: 1 }],
		["operator_alert", { operationId: 1 }],
	],
	[
		["nothing_left", { left: [], more: 0 }],
		["nothing_to_order", { skipped: [], more: 0 }],
	],
	[
		["bad_years", { domain: "a.com", said: "11" }],
		["rejected_years", { domain: "a.com", rejectedInput: "11" }],
	],
	[
		["unknown", { said: "list" }],
		["unknown", { content: "list" }],
	],
	[
		["outdated", { left: true, again: { to: "guard", params: { note: "alerts-one" } } }],
		["outdated", { exited: true, again: { to: "spending_limits", params: { noticeKey: "alerts-one" } } }],
	],
	[
		["operation", { operationId: 1, note: "operation-note-already", noted: "sent" }],
		["operation", { operationId: 1, noticeKey: "operation-note-already", noticeState: "sent" }],
	],
	[
		["connect", { note: "newcomer-gone", wish: { to: "offer", params: { name: "a.com" } } }],
		["connect", { noticeKey: "account-shared-gone", pendingRoute: { to: "offer", params: { name: "a.com" } } }],
	],
	// The migration must not change values, such as a domain name, even if they contain an old screen name.
	[
		["offer", { name: "guard-note.com" }],
		["offer", { name: "guard-note.com" }],
	],
	[
		["profile", { note: "profile-near", vars: { said: '"note": guard' } }],
		["profile", { noticeKey: "profile-near", vars: { said: '"note": guard' } }],
	],
];

it("keeps the messages of the previous version: each row and each button of it fits a screen", async () => {
	await using database = await createTestDatabase();
	const { sql } = database;
	await sql`insert into bot.people (id, locale) values (1, 'en')`;
	for (const [[feature, params]] of renamed) {
		const choices = ["a.com", button(feature, params)];
		await sql`insert into bot.screens (chat_id, person_id, feature, params, choices) values
			(1, 1, ${feature}, ${JSON.stringify(params)}::text::jsonb, ${JSON.stringify(choices)}::text::jsonb)`;
	}
	const interrupted = { left: { to: "bad_years", params: { domain: "a.com" } } };
	await sql`insert into bot.conversations (person_id, chat_id, data) values
		(1, 1, ${JSON.stringify(interrupted)}::text::jsonb)`;

	for (const statement of migration.split("--> statement-breakpoint")) await sql.unsafe(statement);

	const rows = await sql`select feature, params, choices ->> 1 as button from bot.screens order by id`;
	for (const [index, [, [feature, params]]] of renamed.entries()) {
		const { feature: now, params: stored, button: target } = rows[index] ?? {};
		expect([now, stored]).toEqual([feature, params]);
		expect(routeOf(feature)?.parse(params), feature).toEqual(params);
		expect(JSON.parse(target).to).toBe(feature);
	}
	expect(JSON.parse(rows[0]?.["button"])).toEqual({ to: "spending_limits", params: renamed[0]?.[1][1] });
	const conversations = await sql`select data from bot.conversations`;
	expect(conversations[0]?.["data"]).toEqual({
		interrupted: { to: routes.rejectedYears.name, params: { domain: "a.com" } },
	});
});
