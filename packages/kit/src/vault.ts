import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	createSecretKey,
	hkdfSync,
	type KeyObject,
	randomBytes,
} from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError, isAppError } from "./errors.ts";

/**
 * `owner`: whose secret it is. The value can be decrypted only with the same place, so a copy in another row is
 * useless.
 */
export interface Place {
	table: string;
	row: string | number;
	owner: string | number;
	purpose: string;
}

export interface Vault {
	seal(secret: string, place: Place): string;
	/**
	 * Throws `secret_unreadable` if the vault does not have the key, if the value was changed, or if it was encrypted for
	 * another place.
	 */
	open(sealed: string, place: Place): string;
	/** If not, the caller must encrypt the value again, so that the operator can remove the old key. */
	isCurrent(sealed: string): boolean;
	/** The vault has the key whose id is in the value, which is not decrypted. */
	knows(sealed: string): boolean;
	/** Identifies a secret without revealing it. Changes when the current key changes. */
	fingerprint(secret: string): string;
}

interface Key {
	id: string;
	seal: KeyObject;
	fingerprint: KeyObject;
}

const algorithm = "aes-256-gcm";
const sizes = { key: 32, nonce: 12, tag: 16 };

/** AES-256-GCM with 32-byte keys. The `old` keys only decrypt. */
export function createVault(current: Buffer, old: readonly Buffer[] = []): Vault {
	const key = deriveKey(current);
	const keys = new Map([...old.map(deriveKey), key].map((each) => [each.id, each]));
	return {
		seal(secret, place) {
			const nonce = randomBytes(sizes.nonce);
			const cipher = createCipheriv(algorithm, key.seal, nonce).setAAD(bind(place));
			const body = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
			return `${key.id}.${body.toString("base64url")}`;
		},
		open(sealed, place) {
			const [id = "", text = ""] = sealed.split(".");
			const found = keys.get(id);
			if (!found) throw new AppError("secret_unreadable", `The key ${id} is missing: add it to SECRET_KEYS_OLD`);
			try {
				return decrypt(found, Buffer.from(text, "base64url"), place);
			} catch (cause) {
				throw new AppError("secret_unreadable", "A stored secret was changed or moved", {
					cause,
					details: { ...place },
				});
			}
		},
		knows: (sealed) => keys.has(sealed.split(".")[0] ?? ""),
		isCurrent: (sealed) => sealed.startsWith(`${key.id}.`),
		fingerprint: (secret) => createHmac("sha256", key.fingerprint).update(secret).digest("base64url"),
	};
}

/** The id reveals nothing about the operator's key. */
function deriveKey(key: Buffer): Key {
	const derive = (use: string, size: number) => Buffer.from(hkdfSync("sha256", key, "", use, size));
	// Node would parse a buffer in every call, which takes longer than the encryption itself.
	const keyOf = (use: string) => createSecretKey(derive(use, 32));
	return { id: derive("id", 4).toString("hex"), seal: keyOf("seal"), fingerprint: keyOf("fingerprint") };
}

function bind({ table, row, owner, purpose }: Place): Buffer {
	return Buffer.from(JSON.stringify([table, String(row), String(owner), purpose]));
}

function decrypt(key: Key, body: Buffer, place: Place): string {
	const [start, end] = [sizes.nonce, body.length - sizes.tag];
	const decipher = createDecipheriv(algorithm, key.seal, body.subarray(0, start), { authTagLength: sizes.tag });
	decipher.setAAD(bind(place)).setAuthTag(body.subarray(end));
	return decipher.update(body.subarray(start, end), undefined, "utf8") + decipher.final("utf8");
}

/**
 * Creates the file if it is missing. Concurrent processes get the same key, because `link` succeeds in only one of
 * them. Throws `data_dir_unusable` if the file contains no valid key: a new key could not decrypt the stored secrets.
 */
export async function keepKey(path: string): Promise<Buffer> {
	const kept = await readFile(path, "utf8").catch(() => undefined);
	if (kept === undefined) {
		const temporary = `${path}-${randomBytes(4).toString("hex")}`;
		await mkdir(dirname(path), { recursive: true });
		await writeFile(temporary, `${randomBytes(sizes.key).toString("base64")}\n`, { mode: 0o600 });
		await link(temporary, path).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
		await rm(temporary);
	}
	const key = Buffer.from(kept ?? (await readFile(path, "utf8")), "base64");
	if (key.length === sizes.key) return key;
	throw new AppError(
		"data_dir_unusable",
		`${path} does not contain a key of ${sizes.key} bytes: restore it from a backup`,
	);
}

/** `unreadable` rows stay unchanged, because they could not be decrypted. */
export interface Resealed {
	resealed: number;
	unreadable: number;
}

/** Skips rows that cannot be decrypted. */
export async function reencryptRows<Row>(
	vault: Vault,
	rows: readonly Row[],
	sealedIn: (row: Row) => readonly (string | null)[],
	reseal: (row: Row) => Promise<unknown>,
): Promise<Resealed> {
	const count: Resealed = { resealed: 0, unreadable: 0 };
	for (const row of rows) {
		if (sealedIn(row).every((sealed) => sealed === null || vault.isCurrent(sealed))) continue;
		try {
			await reseal(row);
			count.resealed += 1;
		} catch (error) {
			if (!isAppError(error, "secret_unreadable")) throw error;
			count.unreadable += 1;
		}
	}
	return count;
}

export function sumCounts(counts: readonly Resealed[]): Resealed {
	const sum = (key: keyof Resealed): number => counts.reduce((all, count) => all + count[key], 0);
	return { resealed: sum("resealed"), unreadable: sum("unreadable") };
}
