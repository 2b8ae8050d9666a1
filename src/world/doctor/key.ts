import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepKey } from "@domains/kit/vault.ts";
import type { Config } from "../../config.ts";
import { type Finding, failure, ok, reasonOf } from "./finding.ts";

/**
 * Reads the settings or the file `secret.key`. `key` is null if there is none or the file is damaged. Never creates a
 * key.
 */
export async function findKey({
	keys,
	dataDir,
	databaseUrl,
}: Config): Promise<{ finding: Finding; key: Buffer | null }> {
	const old = keys.old.length === 0 ? "" : `, with ${keys.old.length} old keys`;
	if (keys.current) {
		if (new Set(keys.current).size < 12) {
			const says = "SECRET_KEY is not random: create one with openssl rand -base64 32";
			return { finding: failure("secret key", says), key: keys.current };
		}
		return { finding: ok("secret key", `SECRET_KEY is set${old}`), key: keys.current };
	}
	const path = join(dataDir, "secret.key");
	const kept = await readFile(path).catch(() => null);
	if (kept === null) {
		const where = databaseUrl === undefined ? "the first start creates it" : "set SECRET_KEY";
		return { finding: ok("secret key", `none yet: ${where}`), key: null };
	}
	try {
		const key = await keepKey(path);
		return {
			finding: ok("secret key", `in ${path}${old}: back it up, separately from the database`),
			key,
		};
	} catch (error) {
		return { finding: failure("secret key", reasonOf(error)), key: null };
	}
}
