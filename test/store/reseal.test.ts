import { createVault } from "@domains/kit/vault.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findAccount, keepAccount, saveWebhook } from "../../src/store/accounts.ts";
import { activeConnection, keepConnection, openToken } from "../../src/store/connections.ts";
import {
	keepGivenSecret,
	openGivenSecrets,
	openWebhookSecrets,
	resealSecrets,
	sealWebhookSecret,
} from "../../src/store/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

it("seals tokens and webhook secrets with the current key, and leaves values that no key opens", async () => {
	const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
	const [before, both, after] = [createVault(oldKey), createVault(newKey, [oldKey]), createVault(newKey)];
	const serviceUrl = "http://127.0.0.1/v1";
	await database.sql`insert into bot.people (id, locale) values (1, 'en')`;
	const account = await keepAccount(database.db, { serviceUrl, userId: 7, receiverPath: "here" });
	await database.db.transaction((tx) =>
		keepConnection(tx, before, { personId: 1, serviceUrl, token: "a-token", state: "live", accountId: account.id }),
	);
	await saveWebhook(database.db, account.id, {
		webhookUrl: "x",
		webhookSecret: sealWebhookSecret(before, account, "new-secret"),
		webhookSecretOld: sealWebhookSecret(before, account, "old-secret", "old"),
	});
	const given = async () => {
		const connection = await activeConnection(database.db, 1);
		if (!connection) throw new Error("not connected");
		return connection;
	};
	const { id } = await given();
	for (const secret of ["given-before", "given-now"]) {
		await database.db.transaction((tx) => keepGivenSecret(tx, before, id, secret));
	}
	await database.sql`insert into bot.people (id, locale) values (2, 'en')`;
	await database.db.transaction((tx) =>
		keepConnection(tx, createVault(Buffer.alloc(32, 3)), {
			personId: 2,
			serviceUrl,
			token: "b",
			state: "live",
			accountId: account.id,
		}),
	);
	expect(await resealSecrets(database.db, both)).toEqual({ resealed: 3, unreadable: 1 });
	expect(await resealSecrets(database.db, both)).toEqual({ resealed: 0, unreadable: 1 });
	const connection = await given();
	expect(openToken(after, connection)).toBe("a-token");
	expect(openGivenSecrets(after, connection)).toEqual(["given-now", "given-before"]);
	expect(connection.tokenPrint).toBe(after.fingerprint("a-token"));
	const kept = await findAccount(database.db, account.id);
	expect(kept && openWebhookSecrets(after, kept)).toEqual(["new-secret", "old-secret"]);
});
