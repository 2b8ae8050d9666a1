import { isAppError } from "../errors.ts";
import type { Vault } from "./index.ts";

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
