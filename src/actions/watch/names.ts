import { parseDomain } from "../../rules/names.ts";
import { deleteNameWatch, findNameWatch, nameWatchesOf } from "../../store/name-watches.ts";
import { readClock } from "../../store/now.ts";
import { keepWatch, type Watch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findOffer } from "../search/offer.ts";
import type { Trouble } from "../trouble.ts";
import { isWanted, nameAnswerOf, underCentsOf } from "./name-rule.ts";

const mostNames = 200;
const yearMs = 365 * 24 * 3_600_000;

/** A domain that a person wants to register as soon as it is available. */
export interface NameWatch {
	id: number;
	domain: string;
	/** The highest price of the first year; null for any. */
	underCents: number | null;
	/** Null before the first answer, or if the service did not say. */
	available: boolean | null;
	registerCents: number | null;
	answeredAt: Date | null;
	/** Why the last check failed; null if it succeeded. */
	failure: string | null;
	endsAt: Date | null;
}

export type NameWatches = { kind: "watches"; watches: readonly NameWatch[] } | Trouble;

/** Watches a name for a year. If the person watches it already, replaces its price limit and end. */
export async function add(
	deps: Deps,
	{ personId, name, underCents }: Actor & { name: string; underCents: number | null },
): Promise<{ kind: "watched"; watchId: number } | { kind: "invalid" } | { kind: "full" } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const parsed = parseDomain(name);
	if (!parsed.ok) return { kind: "invalid" };
	const { id: accountId } = access.account;
	const kept = await nameWatchesOf(deps.db, personId, accountId);
	const isNew = kept.every(({ subject }) => subject !== parsed.ascii);
	if (isNew && kept.length >= mostNames) return { kind: "full" };
	const endsAt = new Date((await readClock(deps.db)).getTime() + yearMs);
	const params = { underCents };
	const subject = parsed.ascii;
	const watchId = await keepWatch(deps.db, { kind: "name", accountId, personId, subject, params, endsAt });
	return { kind: "watched", watchId };
}

/** Lists the names that the person watches with the active account. */
export async function list(deps: Deps, { personId }: Actor): Promise<NameWatches> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const rows = await nameWatchesOf(deps.db, personId, access.account.id);
	return { kind: "watches", watches: rows.map(nameWatchOf) };
}

/** Returns one of the person's watches; null if it ended or was deleted. */
export async function read(
	{ db }: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<NameWatch | null> {
	const row = await findNameWatch(db, personId, watchId);
	return row?.state === "running" ? nameWatchOf(row) : null;
}

export async function stop({ db }: Deps, { personId, watchId }: Actor & { watchId: number }): Promise<void> {
	await deleteNameWatch(db, personId, watchId);
}

/**
 * Returns the domain of a watch if the person can still register it within the price limit; otherwise null. Asks the
 * service again, because the notification may be old. If the service does not answer, the stored answer decides.
 */
export async function available(
	deps: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<string | null> {
	const watch = await findNameWatch(deps.db, personId, watchId);
	const access = watch && (await openAccess(deps, personId));
	// The message shows prices of the active account, so a watch of another account returns null. The list of that
	// account still shows it.
	if (!watch || !access || "kind" in access || access.account.id !== watch.accountId) return null;
	const result = await findOffer(deps, access, watch.subject);
	if (result.kind === "trouble") return nameWatchOf(watch).available === true ? watch.subject : null;
	return result.kind === "offer" && isWanted(result.offer, underCentsOf(watch)) ? watch.subject : null;
}

function nameWatchOf(watch: Watch): NameWatch {
	const { id, subject, answeredAt, failure, endsAt } = watch;
	const { available: isAvailable = null, registerCents = null } = nameAnswerOf(watch.answer) ?? {};
	const underCents = underCentsOf(watch);
	return { id, domain: subject, underCents, available: isAvailable, registerCents, answeredAt, failure, endsAt };
}
