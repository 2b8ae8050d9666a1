import { createVault, type Vault } from "@domains/kit/vault.ts";
import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../../test/support/database.ts";
import { callOnce, reencryptCalls } from "../src/admin/calls.ts";
import { accounts } from "../src/schema.ts";
import { resealSecrets, sealSecret, signingSecret } from "../src/webhooks/deliver.ts";

it("re-encrypts both webhook secrets with the current key", async () => {
	const { db, ...database } = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
	const [before, both, after] = [createVault(oldKey), createVault(newKey, [oldKey]), createVault(newKey)];
	const [made] = await db.insert(accounts).values({}).returning({ id: accounts.id });
	const id = made?.id ?? 0;
	const webhookSecret = sealSecret(before, id, "now");
	const webhookNextSecret = sealSecret(before, id, "next");
	await db.update(accounts).set({ webhookSecret, webhookNextSecret }).where(eq(accounts.id, id));
	expect(await resealSecrets(db, both)).toEqual({ resealed: 1, unreadable: 0 });
	expect(await resealSecrets(db, both)).toEqual({ resealed: 0, unreadable: 0 });
	const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
	if (!row) throw new Error("the account is gone");
	expect(signingSecret(after, { ...row, nextIsDue: false })).toBe("now");
	expect(signingSecret(after, { ...row, nextIsDue: true })).toBe("next");
});

it("answers a repeated admin call after its old key is removed", async () => {
	const { db, ...database } = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
	const [before, both, after] = [createVault(oldKey), createVault(newKey, [oldKey]), createVault(newKey)];
	const call = (vault: Vault, answer: string) => callOnce({ db, vault }, "key", ["call"], async () => answer);
	expect(await call(before, "first")).toBe("first");
	expect(await reencryptCalls(db, both)).toEqual({ resealed: 1, unreadable: 0 });
	expect(await call(after, "again")).toBe("first");
});
