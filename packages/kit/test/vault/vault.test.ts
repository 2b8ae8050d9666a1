import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createVault, keepKey, type Place } from "../../src/vault.ts";

const place: Place = { table: "connections", row: 7, owner: 1001, purpose: "token" };
const unreadable = expect.objectContaining({ code: "secret_unreadable" });

describe("a vault", () => {
	it("opens what it sealed, and never seals the same way twice", () => {
		const vault = createVault(randomBytes(32));
		const sealed = vault.seal("dts_пример", place);
		expect(vault.open(sealed, place)).toBe("dts_пример");
		expect(vault.seal("dts_пример", place)).not.toBe(sealed);
		expect(sealed).not.toContain("dts_");
	});

	it.each<Partial<Place>>([{ table: "accounts" }, { row: 8 }, { owner: 1002 }, { purpose: "webhook secret" }])(
		"does not open a value that was moved to %o",
		(other) => {
			const vault = createVault(randomBytes(32));
			const sealed = vault.seal("secret", place);
			expect(() => vault.open(sealed, { ...place, ...other })).toThrow(unreadable);
		},
	);

	it.each(["", "x", "00000000.AAAA", "."])("does not open %j", (sealed) => {
		expect(() => createVault(randomBytes(32)).open(sealed, place)).toThrow(unreadable);
	});

	it("does not open a value with any one byte changed or cut off", () => {
		const vault = createVault(randomBytes(32));
		const [id, body = ""] = vault.seal("secret", place).split(".");
		const bytes = Buffer.from(body, "base64url");
		for (const index of bytes.keys()) {
			const changed = Buffer.from(bytes);
			changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
			expect(() => vault.open(`${id}.${changed.toString("base64url")}`, place)).toThrow(unreadable);
			const cut = bytes.subarray(0, index).toString("base64url");
			expect(() => vault.open(`${id}.${cut}`, place)).toThrow(unreadable);
		}
	});

	it("opens a value that an old key sealed, and reports it as not current", () => {
		const [before, now] = [randomBytes(32), randomBytes(32)];
		const sealed = createVault(before).seal("secret", place);
		const vault = createVault(now, [before]);
		expect(vault.open(sealed, place)).toBe("secret");
		expect(vault.isCurrent(sealed)).toBe(false);
		expect(vault.isCurrent(vault.seal("secret", place))).toBe(true);
		expect(() => createVault(now).open(sealed, place)).toThrow(/SECRET_KEYS_OLD/);
	});

	it("opens a value and computes a fingerprint of an earlier release", () => {
		const vault = createVault(Buffer.alloc(32, 7));
		const sealed = "0c90283f.LUTr-O_nkhL6myuNCmd38A5KqvsN9q-b0CsMPESjnXf1B0nL7XG6_RDspb0";
		expect(vault.open(sealed, place)).toBe("dts_пример");
		expect(vault.fingerprint("dts_пример")).toBe("7c9bsAGi2iI-rENaxSy0KgHolYdoKiYMBGclgRTKB6c");
	});

	it("recognizes only values that one of its keys sealed", () => {
		const [before, now] = [randomBytes(32), randomBytes(32)];
		const sealed = createVault(before).seal("secret", place);
		expect(createVault(now, [before]).knows(sealed)).toBe(true);
		expect(createVault(now).knows(sealed)).toBe(false);
		for (const other of ["", ".", "undefined.x"]) expect(createVault(now).knows(other)).toBe(false);
	});

	it("names the place and the reason of a value that it cannot open, but not the value", () => {
		const vault = createVault(randomBytes(32));
		const open = () => vault.open(`${vault.seal("secret", place)}A`.replace(/.{4}$/, "AAAA"), place);
		expect(open).toThrow(
			expect.objectContaining({
				message: "A stored secret was changed or moved",
				details: { ...place },
				cause: expect.any(Error),
			}),
		);
		expect(() => vault.open("00000000.AAAA", place)).toThrow(/^The key 00000000 is missing/);
	});

	it("gives a secret one fingerprint, which differs under another key", () => {
		const vault = createVault(randomBytes(32));
		expect(vault.fingerprint("a")).toBe(vault.fingerprint("a"));
		expect(vault.fingerprint("a")).not.toBe(vault.fingerprint("b"));
		expect(vault.fingerprint("a")).not.toBe(createVault(randomBytes(32)).fingerprint("a"));
	});
});

describe("a stored key", () => {
	async function createPath(): Promise<string> {
		const directory = await mkdtemp(join(tmpdir(), "vault-"));
		onTestFinished(() => rm(directory, { recursive: true }));
		return join(directory, "data", "secret.key");
	}

	it("is created once, readable only by its owner, and the same for concurrent callers", async () => {
		const path = await createPath();
		const keys = await Promise.all(Array.from({ length: 8 }, () => keepKey(path)));
		expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
		expect(await keepKey(path)).toEqual(keys[0]);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(join(path, ".."))).toEqual(["secret.key"]);
	});

	it("is not created if a parent directory is a file", async () => {
		const path = await createPath();
		await writeFile(join(path, "..", "..", "data"), "in the way");
		await expect(keepKey(path)).rejects.toThrow(/EEXIST|ENOTDIR/);
	});

	it("is never replaced if its file has other content", async () => {
		const path = await createPath();
		await keepKey(path);
		await writeFile(path, "broken");
		const refused = {
			code: "data_dir_unusable",
			message: `${path} does not contain a key of 32 bytes: restore it from a backup`,
		};
		await expect(keepKey(path)).rejects.toMatchObject(refused);
		expect(await readFile(path, "utf8")).toBe("broken");
	});
});
