import type { Tx } from "@domains/kit/postgres/connect.ts";
import { nextDigest } from "../../rules/local-time.ts";
import { lockDigests, replaceDigest } from "../../store/digest.ts";
import { readClock } from "../../store/now.ts";
import { type Person, updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/**
 * When a person gets a digest, the regular summary of their accounts. `at`: minutes after local midnight. `day`: the
 * weekday of a weekly digest, where 1 is Monday.
 */
export interface DigestSetting {
	every: Person["digest"];
	at: number;
	day: number;
}

export function digestSettingOf(person: Pick<Person, "digest" | "digestAt" | "digestDay">): DigestSetting {
	return { every: person.digest, at: person.digestAt, day: person.digestDay };
}

/** Returns the time of the person's first digest after `now`; null if the digest is off. */
export function nextTime(person: Person, now: Date): Date | null {
	const { every, ...time } = digestSettingOf(person);
	return every === "off" ? null : nextDigest(now, person.timeZone, { every, ...time });
}

/** Changes how often or when the person gets a digest, and reschedules their next digest. */
export async function set({ db }: Deps, { personId, ...change }: Actor & Partial<DigestSetting>): Promise<void> {
	const { every: digest, at: digestAt, day: digestDay } = change;
	await db.transaction(async (tx) => {
		await lockDigests(tx, personId);
		await updatePerson(tx, personId, {
			...(digest !== undefined && { digest }),
			...(digestAt !== undefined && { digestAt }),
			...(digestDay !== undefined && { digestDay }),
		});
		await moveDigest(tx, personId);
	});
}

/** Reschedules the person's next digest according to their settings. Removes it if the digest is off. */
export async function moveDigest(tx: Tx, personId: number): Promise<void> {
	const person = await lockDigests(tx, personId);
	if (person) await replaceDigest(tx, personId, nextTime(person, await readClock(tx)));
}
