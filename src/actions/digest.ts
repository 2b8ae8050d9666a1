import type { Tx } from "@domains/kit/postgres/connect.ts";
import { dayMs, nextDigest } from "../rules/local-time.ts";
import { connectionsOf, givesAccess } from "../store/connections.ts";
import { readClock } from "../store/database.ts";
import {
	countEvents,
	expiringDomains,
	followDigest,
	lockDigests,
	ordersInDoubt,
	type Period,
	replaceDigest,
} from "../store/digest.ts";
import { type Person, updatePerson } from "../store/people.ts";
import { spentItems } from "../store/spending.ts";
import type { Actor, Deps } from "./deps.ts";

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
function nextTime(person: Person, now: Date): Date | null {
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

/**
 * Starts a due digest (the regular summary that a person gets) and returns the period to report. Returns null if the
 * digest is off or has nothing to report. First schedules the next digest, so that a crash during this call does not
 * end the series.
 *
 * `start`: the start of the period, in seconds since 1970. The next period begins where this one ends, even if this
 * digest is sent late.
 */
export async function startDigest(deps: Deps, { personId, start }: Actor & { start: number }): Promise<Period | null> {
	const period = await deps.db.transaction(async (tx) => {
		const person = await lockDigests(tx, personId);
		const next = person && nextTime(person, await readClock(tx));
		return next ? await followDigest(tx, personId, start, next) : null;
	});
	return period === null || isEmpty(await read(deps, { personId, ...period })) ? null : period;
}

/** What happened in a person's accounts during a period, and what needs attention at its end. */
export interface Digest extends Period {
	/** The events by type. `count`: the number of events of this type. `domains`: up to five of their domains. */
	events: { type: string; count: number; domains: string[] }[];
	/** The domains that expire within 30 days. `first`: up to five of them. */
	expiring: { total: number; first: { domain: string; expiresAt: Date }[] };
	/** The person's orders whose outcome is unknown. `first`: the references of up to five of them. */
	doubts: { total: number; first: string[] };
	spent: AccountSpent[];
}

interface AccountSpent {
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
	/** The charges that the service reported, in cents. */
	cents: number;
	/** The number of ordered domains that were charged, or whose charge is unknown. */
	names: number;
	/** The number of ordered domains whose charge is unknown. */
	unknown: number;
}

/** Computes the digest of a period from stored data alone, so a digest never waits for the service. */
export async function read(deps: Deps, { personId, since, until }: Actor & Period): Promise<Digest> {
	const { db } = deps;
	const connections = (await connectionsOf(db, personId)).filter(givesAccess);
	const accounts = connections.flatMap(({ account }) => (account ? [account] : []));
	const ids = accounts.map(({ id }) => id);
	const now = await readClock(db);
	const days = Math.ceil((now.getTime() - since.getTime()) / dayMs) + 1;
	const spent = await Promise.all(
		accounts.map(async ({ id: accountId, userId, sandbox }): Promise<AccountSpent> => {
			const all = await spentItems(db, { personId, accountId, seesOthers: true, days });
			const items = all.filter(({ at }) => since <= at && at < until);
			const charged = items.flatMap((item) => (item.outcome === "charged" ? [item.cents] : []));
			const unknown = items.filter(({ outcome }) => outcome === "untold" || outcome === "pending").length;
			const cents = charged.reduce((sum, each) => sum + each, 0);
			return { userId, sandbox, cents, names: charged.length + unknown, unknown };
		}),
	);
	return {
		since,
		until,
		events: await countEvents(db, ids, { since, until }),
		expiring: await expiringDomains(db, ids, until),
		doubts: await ordersInDoubt(db, personId),
		spent: spent.filter(({ names }) => names > 0),
	};
}

/** True if the digest has nothing to report. The bot does not send such a digest. */
function isEmpty({ events, expiring, doubts, spent }: Digest): boolean {
	return events.length + expiring.total + doubts.total + spent.length === 0;
}
