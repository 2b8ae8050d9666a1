import { findZone, type QuietHours } from "../rules/local-time.ts";
import { reminderDays } from "../rules/renewals.ts";
import { releaseHeld } from "../store/outbox.ts";
import { findPerson, type Person, updatePerson } from "../store/people.ts";
import type { Actor, Deps } from "./deps.ts";
import { type DigestSetting, digestSettingOf, moveDigest } from "./digest.ts";
import { redrawQuotes } from "./operation/decisions.ts";

interface Settings {
	locale: string;
	timeZone: string;
	guard: SpendGuard;
	/** How many days before an expiry the person is reminded, largest number first; empty for no reminders. */
	expiryDays: readonly number[];
	quietHours: QuietHours | null;
	digest: DigestSetting;
}

/** Limits that protect a person from spending by mistake. */
export interface SpendGuard {
	/** The maximum total that the person can confirm per day (UTC); null for no limit. */
	dayCapCents: number | null;
	/** An order above this sum needs a second confirmation. */
	askAboveCents: number | null;
	/** The person is notified when the balance falls below this sum. */
	lowBalanceCents: number | null;
}

/** The highest sum that a limit may have: twenty million dollars. In cents, this fits in an integer column. */
const mostCents = 2_000_000_000;

/**
 * Sets the limits in whole cents; null for none. Refuses negative and implausible sums. A new daily limit changes which
 * quotes can be confirmed, so the person's open quotes are rendered again.
 */
export async function guard(
	deps: Deps,
	{ personId, ...sums }: Actor & Partial<SpendGuard>,
): Promise<{ kind: "saved"; guard: SpendGuard } | { kind: "bad_sum" }> {
	const given = Object.values(sums).filter((sum) => sum !== null);
	if (given.some((sum) => !Number.isInteger(sum) || sum < 0 || sum > mostCents)) return { kind: "bad_sum" };
	await deps.db.transaction(async (tx) => {
		if (Object.keys(sums).length > 0) await updatePerson(tx, personId, sums);
		if (sums.dayCapCents !== undefined) await redrawQuotes(tx, deps, personId);
	});
	return { kind: "saved", guard: (await read(deps, { personId })).guard };
}

export async function read({ db }: Pick<Deps, "db">, { personId }: Actor): Promise<Settings> {
	const person = await findPerson(db, personId);
	return {
		locale: person?.locale ?? "en",
		timeZone: person?.timeZone ?? "UTC",
		expiryDays: person?.expiryDays ?? reminderDays,
		guard: {
			dayCapCents: person?.dayCapCents ?? null,
			askAboveCents: person?.askAboveCents ?? null,
			lowBalanceCents: person?.lowBalanceCents ?? null,
		},
		quietHours: quietHoursOf(person),
		digest: person ? digestSettingOf(person) : { every: "off", at: 9 * 60, day: 1 },
	};
}

/**
 * Toggles the reminder that comes `days` days before an expiry. Returns `unknown_days` if the bot has no such reminder.
 */
export async function remindBefore(
	{ db }: Deps,
	{ personId, days }: Actor & { days: number },
): Promise<{ kind: "saved" } | { kind: "unknown_days" }> {
	if (!reminderDays.includes(days)) return { kind: "unknown_days" };
	const chosen = (await read({ db }, { personId })).expiryDays;
	const isOn = chosen.includes(days);
	const expiryDays = reminderDays.filter((each) => (each === days ? !isOn : chosen.includes(each)));
	await updatePerson(db, personId, { expiryDays });
	return { kind: "saved" };
}

function quietHoursOf(person: Person | undefined): QuietHours | null {
	const { quietFrom: from = null, quietUntil: until = null } = person ?? {};
	return from === null || until === null ? null : { from, until };
}

/** Sets the language. The caller has already checked that the locale exists. */
export async function language(
	{ db }: Deps,
	{ personId, locale }: Actor & { locale: string },
): Promise<{ kind: "saved"; locale: string }> {
	await updatePerson(db, personId, { locale });
	return { kind: "saved", locale };
}

/**
 * Sets the time zone from an IANA name, in upper or lower case, or from the city alone. Stores the canonical spelling.
 * Releases the notifications that quiet hours hold, because the new time zone moves these hours. Reschedules the next
 * digest.
 */
export async function timeZone(
	{ db, enqueue }: Deps,
	{ personId, timeZone: name }: Actor & { timeZone: string },
): Promise<{ kind: "saved"; timeZone: string } | { kind: "unknown_zone" }> {
	const known = findZone(name.trim());
	if (known === undefined) return { kind: "unknown_zone" };
	await db.transaction(async (tx) => {
		await updatePerson(tx, personId, { timeZone: known });
		await enqueue(tx, "bot.outbox", await releaseHeld(tx, personId));
		await moveDigest(tx, personId);
	});
	return { kind: "saved", timeZone: known };
}

/**
 * Sets the hours in which notifications wait; null turns them off. Releases the notifications that wait because of the
 * old quiet hours, except digests. The new quiet hours may hold them again.
 */
export async function quietHours(
	{ db, enqueue }: Deps,
	{ personId, hours }: Actor & { hours: QuietHours | null },
): Promise<void> {
	await db.transaction(async (tx) => {
		await updatePerson(tx, personId, { quietFrom: hours?.from ?? null, quietUntil: hours?.until ?? null });
		await enqueue(tx, "bot.outbox", await releaseHeld(tx, personId));
	});
}
