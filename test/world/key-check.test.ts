import { randomBytes } from "node:crypto";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { createVault } from "@domains/kit/vault.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { checkKey, isWrongKey } from "../../src/world/infrastructure.ts";
import { createTestDatabase } from "../support/database.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const [first, second, third] = [keyOf(1), keyOf(2), keyOf(3)] as const;

async function createDatabase() {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	return database;
}

it("stops a start with a wrong key, and names the setting to change", async () => {
	const world = await openWorld();
	const other = { DATABASE_URL: world.database.url, SECRET_KEY: randomBytes(32).toString("base64") };
	await expect(openWorld(other)).rejects.toMatchObject({
		code: "secret_unreadable",
		message:
			"SECRET_KEY is not the key that encrypted the secrets of this database: set that key, or add it to SECRET_KEYS_OLD",
	});
	const kept = world.config.keys.current?.toString("base64") ?? "";
	await openWorld({ ...other, SECRET_KEYS_OLD: kept });
	await expect(openWorld({ ...other, SECRET_KEY: kept })).rejects.toMatchObject({ code: "secret_unreadable" });
});

it("accepts a new key together with the old one, and then the new one alone", async () => {
	const { sql } = await createDatabase();
	await checkKey(sql, createVault(first), "SECRET_KEY");
	await checkKey(sql, createVault(second, [first]), "SECRET_KEY");
	await checkKey(sql, createVault(second), "SECRET_KEY");
	await expect(checkKey(sql, createVault(first), "SECRET_KEY")).rejects.toMatchObject({ code: "secret_unreadable" });
	expect(await isWrongKey(sql, createVault(first))).toBe(true);
	expect(await isWrongKey(sql, createVault(third, [second]))).toBe(false);
});

it("lets one of several processes that start at the same time seal the value", async () => {
	const { sql } = await createDatabase();
	const starts = [first, second, third, first, second, third].map((key) =>
		checkKey(sql, createVault(key), "SECRET_KEY"),
	);
	const outcomes = await Promise.allSettled(starts);
	expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

it("checks the first start after an upgrade against the stored secrets", async () => {
	const { sql, url } = await createDatabase();
	await migrate(url, ["bot", "service"]);
	expect(await isWrongKey(sql, createVault(first))).toBe(false);
	const vault = createVault(first);
	const place = { table: "service.accounts", row: 1, owner: 1, purpose: "webhook secret" };
	await sql`insert into service.accounts (webhook_secret) values (${vault.seal("x", place)})`;
	expect(await isWrongKey(sql, createVault(second))).toBe(true);
	await expect(checkKey(sql, createVault(second), "SECRET_KEY")).rejects.toMatchObject({ code: "secret_unreadable" });
	await checkKey(sql, createVault(second, [first]), "SECRET_KEY");
	expect(await isWrongKey(sql, vault)).toBe(true);
});

it("accepts any key once its value is empty, for an operator who has lost the key", async () => {
	const { sql } = await createDatabase();
	await checkKey(sql, createVault(first), "SECRET_KEY");
	await sql`update public.key_check set sealed = ''`;
	await checkKey(sql, createVault(second), "SECRET_KEY");
	expect(await isWrongKey(sql, createVault(first))).toBe(true);
});
