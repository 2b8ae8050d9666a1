import { parseDomain } from "@domains/contract/names.ts";
import { type Connected, connectionsOf } from "../../store/connections.ts";
import { ownedAmong } from "../../store/domains.ts";
import { buyOf, deleteNameWatch, findNameWatch, lockNameWatch, nameWatchesOf } from "../../store/name-watches.ts";
import { readClock } from "../../store/now.ts";
import { keepWatch, saveAnswer, type Watch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findOffer } from "../search/offer.ts";
import type { Trouble } from "../trouble.ts";
import { type BuyReason, isWanted, nameAnswerOf, underCentsOf } from "./name-rule.ts";

const mostNames = 200;
const yearMs = 365 * 24 * 3_600_000;

/** A domain that a person wants to register as soon as it is available. */
export interface NameWatch {
	id: number;
	accountId: number;
	domain: string;
	/** The highest price of the first year; null for any. */
	underCents: number | null;
	/** True if the name is available. Null before the first check, or if the service did not say. */
	available: boolean | null;
	registerCents: number | null;
	answeredAt: Date | null;
	/** Why the last check failed; null if it succeeded. */
	failure: string | null;
	endsAt: Date | null;
	/** The highest price at which the bot buys the name without a tap; null if it only reports. */
	buyCents: number | null;
}

export interface WantedName {
	name: string;
	/** The highest price of the first year; null for any. */
	underCents: number | null;
	/** The account with which the bot searches for the name. If absent, the active account. */
	accountId?: number | undefined;
	/** True to leave an existing watch of the name unchanged. Otherwise, the new watch replaces it. */
	keepsExisting?: boolean | undefined;
}

/** A watched name that the person can register now. */
export interface AvailableName {
	watchId: number;
	domain: string;
	/** The connection to the watch's account, if another account is active now; null if it is the active one. */
	inactive: { connectionId: number; userId: number } | null;
	/** Why the bot did not buy the name under its standing order. */
	asked?: BuyReason;
}

export type NameWatches = { kind: "watches"; watches: readonly NameWatch[] } | Trouble;

/**
 * Watches a name for a year. Without `accountId`, uses the active account. If the person already watches the name,
 * replaces the price limit and the end of that watch. With `keepsExisting`, leaves that watch unchanged. If the account
 * owns the domain, returns `yours` and does not watch it.
 */
export async function add(
	deps: Deps,
	{ personId, name, underCents, accountId: chosen, keepsExisting = false }: Actor & WantedName,
): Promise<
	| { kind: "watched"; watchId: number }
	| { kind: "yours"; domain: string }
	| { kind: "invalid" }
	| { kind: "full" }
	| Trouble
> {
	const access = await openAccess(deps, personId, chosen);
	if ("kind" in access) return access;
	const parsed = parseDomain(name);
	if (!parsed.ok) return { kind: "invalid" };
	const { id: accountId } = access.account;
	const owned = await ownedAmong(deps.db, accountId, [parsed.ascii]);
	if (owned.length > 0) return { kind: "yours", domain: parsed.ascii };
	const kept = await nameWatchesOf(deps.db, personId, accountId);
	const existing = kept.find(({ subject }) => subject === parsed.ascii);
	if (existing && keepsExisting) return { kind: "watched", watchId: existing.id };
	if (!existing && kept.length >= mostNames) return { kind: "full" };
	const endsAt = new Date((await readClock(deps.db)).getTime() + yearMs);
	const watchId = await deps.db.transaction(async (tx) => {
		const locked = existing && (await lockNameWatch(tx, personId, existing.id));
		const order = locked ? buyOf(locked) : null;
		const params = { underCents, ...(order && { buy: order }) };
		return keepWatch(tx, { kind: "name", accountId, personId, subject: parsed.ascii, params, endsAt });
	});
	return { kind: "watched", watchId };
}

/** Lists the names that the person watches with the active account. */
export async function list(deps: Deps, { personId }: Actor): Promise<NameWatches> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const rows = await nameWatchesOf(deps.db, personId, access.account.id);
	return { kind: "watches", watches: rows.map(nameWatchOf) };
}

/**
 * Returns one of the names that the person watches; null if the watch has ended or was deleted. `inactive`: the
 * person's connection to the account of the watch, if another account is active now.
 */
export async function read(
	{ db }: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<(NameWatch & Pick<AvailableName, "inactive">) | null> {
	const row = await findNameWatch(db, personId, watchId);
	if (row?.state !== "running") return null;
	const connection = (await connectionsOf(db, personId)).find((each) => each.accountId === row.accountId);
	return { ...nameWatchOf(row), inactive: inactiveOf(connection) };
}

export async function stop({ db }: Deps, { personId, watchId }: Actor & { watchId: number }): Promise<void> {
	await deleteNameWatch(db, personId, watchId);
}

/**
 * Returns a watched name right before the notification about it is sent. First asks the service again, because the
 * notification may be old. If the service does not answer, the stored answer decides. Returns null if the person can no
 * longer register the name within the price limit. Then no notification is sent. The name counts as not reported, so
 * that a later check can report it.
 */
export async function available(
	deps: Deps,
	{ personId, watchId }: Actor & { watchId: number },
): Promise<AvailableName | null> {
	const watch = await findNameWatch(deps.db, personId, watchId);
	const access = watch && (await openAccess(deps, personId, watch.accountId));
	if (!watch || !access || "kind" in access) return null;
	const result = await findOffer(deps, access, watch.subject);
	const answer = nameAnswerOf(watch.answer);
	const inactive = inactiveOf(access.connection);
	const found = { watchId, domain: watch.subject, inactive, ...(answer?.asked && { asked: answer.asked }) };
	const underCents = buyOf(watch) ? null : underCentsOf(watch);
	if (result.kind === "trouble") return answer?.available === true ? found : null;
	if (result.kind === "offer" && isWanted(result.offer, underCents)) return found;
	if (answer) await saveAnswer(deps.db, watch, { ...answer, missedSince: null, reportedUnder: undefined });
	return null;
}

function inactiveOf(connection: Connected | undefined): AvailableName["inactive"] {
	if (!connection?.account || connection.active) return null;
	return { connectionId: connection.id, userId: connection.account.userId };
}

function nameWatchOf(watch: Watch): NameWatch {
	const { id, accountId, subject, answeredAt, failure, endsAt } = watch;
	const { available: isAvailable = null, registerCents = null } = nameAnswerOf(watch.answer) ?? {};
	const underCents = underCentsOf(watch);
	return {
		id,
		accountId,
		domain: subject,
		underCents,
		available: isAvailable,
		registerCents,
		answeredAt,
		failure,
		endsAt,
		buyCents: buyOf(watch)?.ceilingCents ?? null,
	};
}
