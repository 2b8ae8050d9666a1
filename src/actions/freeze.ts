import type { Tx } from "@domains/kit/postgres/connect.ts";
import { activeConnection, connectionsOf, memberNames, membersOf } from "../store/connections.ts";
import { ownedAmong } from "../store/domains.ts";
import {
	endFreeze,
	type Freeze,
	type Frozen,
	findFreeze,
	freezeById,
	freeze as freezeRow,
	keepFreeze,
	ordersInProgress,
	redrawFreezePages,
} from "../store/freezes.ts";
import { addNotificationsAsNewMessages, scheduleNotifications } from "../store/notifications.ts";
import { invalidateScreens } from "../store/screens.ts";
import type { Actor, Deps } from "./deps.ts";

interface Who {
	mine: boolean;
	/** The person's Telegram name. Null if it is unknown, or if the person is deleted. */
	name: string | null;
}

/** The freeze of the active account or of one of its domains. */
export interface FreezeLookup extends FreezeState {
	/**
	 * Set if the domain is not in the account. `other`: the person's connection to an account that has the domain; null
	 * if there is none.
	 */
	missing: { other: { connectionId: number; userId: number } | null } | null;
}

/**
 * What a notification about a freeze shows. `kept`: who cancelled the end of the freeze; null for other notifications.
 */
export interface FreezeNotice extends FreezeState {
	kept: Who | null;
}

/**
 * The freeze (stop of new orders) of an account or of one of its domains. Also contains the orders that it does not
 * stop.
 */
export interface FreezeState {
	accountId: number;
	/** The domain, or "" for the whole account. */
	domain: string;
	/** The service's number for the account; null if the person is no longer connected to it. */
	userId: number | null;
	/**
	 * The freeze; undefined if new orders are allowed. `end`: when the freeze ends, and who requested that; null if no
	 * end was requested.
	 */
	freeze: { id: number; by: Who; at: Date; end: { at: Date; by: Who } | null } | undefined;
	/**
	 * The confirmed orders in progress. A freeze does not stop them. `references`: the oldest ten. `more`: the number of
	 * others.
	 */
	orders: { references: readonly string[]; more: number };
}

/**
 * The delay from a request to end a freeze (a stop of new orders) to its end. During this time, everyone connected to
 * the account can cancel the request, so that the freeze continues.
 */
const delayMs = 3_600_000;
const mostOrders = 10;

/** `domain`: a domain of the account, or "" for the whole account. */
type Target = Actor & { domain: string };
type Which = Actor & { freezeId: number };

/**
 * Returns the freeze (a stop of new orders) of a domain, or of the whole account if `domain` is "". Without
 * `accountId`, uses the active account. Returns null if the person is not connected to the account.
 */
export async function read(
	{ db }: Deps,
	{ personId, domain, accountId: chosen }: Target & { accountId?: number | undefined },
): Promise<FreezeLookup | null> {
	const accountId = chosen ?? (await activeConnection(db, personId))?.accountId;
	if (accountId == null || !(await isConnected(db, personId, accountId))) return null;
	const of = { accountId, domain };
	const row = await findFreeze(db, of);
	// If a freeze exists, do not report the domain as missing, even if it has left the account. The person must be able
	// to end the freeze.
	const isHere = row !== undefined || (await isOwned(db, of));
	const missing = isHere ? null : { other: await otherOwner(db, personId, domain) };
	return { ...(await describe(db, of, personId, row)), missing };
}

/** Returns the person's connection to an account that has the domain; null if there is none. */
async function otherOwner(db: Deps["db"], personId: number, domain: string) {
	for (const { id, account } of await connectionsOf(db, personId)) {
		if (account && (await isOwned(db, { accountId: account.id, domain }))) {
			return { connectionId: id, userId: account.userId };
		}
	}
	return null;
}

/**
 * Returns what a notification about a freeze (a stop of new orders) shows. Returns null if the freeze does not exist,
 * or if the person is not connected to its account. `keptBy`: the person who cancelled the end of the freeze. Absent if
 * the notification does not report that.
 */
export async function get(
	{ db }: Deps,
	{ personId, freezeId, keptBy }: Which & { keptBy?: number | undefined },
): Promise<FreezeNotice | null> {
	const row = await freezeById(db, freezeId);
	if (!row || !(await isConnected(db, personId, row.accountId))) return null;
	const state = await describe(db, row, personId, await findFreeze(db, row));
	const kept = keptBy === undefined ? null : whoOf(keptBy, personId, await memberNames(db, row.accountId));
	return { ...state, kept };
}

/** The facts of a notification about a freeze. Without both, the freeze began or its end was requested. */
interface Told {
	/** True if the freeze has ended. */
	isOver?: boolean | undefined;
	/** The person who cancelled its end. */
	keptBy?: number | undefined;
}

/**
 * Returns what a notification about a freeze reports. Returns null if the notification is obsolete:
 * - It reports that the freeze has ended, but a person cancelled this end.
 * - It reports a freeze that has ended since.
 * - It reports that a person cancelled the end, but the end was requested again.
 */
export async function notice(
	deps: Deps,
	{ isOver = false, keptBy, ...which }: Which & Told,
): Promise<{ isOver: boolean; keptBy?: number } | null> {
	const state = await get(deps, which);
	if (!state || isOver === (state.freeze !== undefined)) return null;
	if (keptBy === undefined) return { isOver };
	return state.freeze?.end ? null : { isOver, keptBy };
}

async function describe(db: Deps["db"], of: Frozen, personId: number, row?: Freeze): Promise<FreezeState> {
	const { accountId, domain } = of;
	const connection = (await connectionsOf(db, personId)).find((each) => each.accountId === accountId);
	const names = await memberNames(db, accountId);
	const who = (id: number | null) => whoOf(id, personId, names);
	return {
		accountId,
		domain,
		userId: connection?.account?.userId ?? null,
		freeze: row && {
			id: row.id,
			by: who(row.frozenBy),
			at: row.frozenAt,
			end: row.endsAt && { at: row.endsAt, by: who(row.endedBy) },
		},
		orders: await ordersInProgress(db, of, mostOrders),
	};
}

function whoOf(id: number | null, personId: number, names: ReadonlyMap<number, string>) {
	return { mine: id === personId, name: id === null ? null : (names.get(id) ?? null) };
}

/**
 * Freezes an account, or one of its domains. Until the freeze ends, no person who is connected to the account can
 * confirm an order or a change. Notifies the other people. Does nothing if the freeze already exists or the domain is
 * not in the account.
 */
export async function freeze(
	deps: Deps,
	{ personId, accountId, domain }: Target & { accountId: number },
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		if (!(await isConnected(tx, personId, accountId)) || !(await isOwned(tx, { accountId, domain }))) return;
		const id = await freezeRow(tx, { accountId, domain }, personId);
		if (id === null) return;
		const row = await freezeById(tx, id);
		if (!row) return;
		const key = `frozen ${row.frozenAt.toISOString()}`;
		await notify(tx, deps, row, { people: await membersExcept(tx, accountId, personId), key, facts: {} });
	});
}

/**
 * Schedules a freeze to end in an hour, and notifies the other people who are connected to the account. When the freeze
 * has ended, everyone who is connected is notified.
 */
export async function end(deps: Deps, { personId, freezeId }: Which): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const row = await freezeById(tx, freezeId);
		if (!row || !(await isConnected(tx, personId, row.accountId))) return;
		const endsAt = await endFreeze(tx, freezeId, personId, delayMs);
		if (!endsAt) return;
		const others = await membersExcept(tx, row.accountId, personId);
		await notify(tx, deps, row, { people: others, key: `ends ${endsAt.toISOString()}`, facts: {} });
		const subject = { kind: "freeze", id: freezeId } as const;
		// `endsAt` is rounded down to a millisecond, so the freeze may still exist at `endsAt`. So the notification is due
		// a second later.
		await scheduleNotifications(tx, await membersOf(tx, row.accountId), subject, {
			dedupKey: `over ${endsAt.toISOString()}`,
			facts: { isOver: true },
			at: new Date(endsAt.getTime() + 1_000),
		});
	});
}

/** Cancels the scheduled end of a freeze, so that the freeze continues. Notifies the person who requested the end. */
export async function keep(deps: Deps, { personId, freezeId }: Which): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const row = await freezeById(tx, freezeId);
		if (!row || !(await isConnected(tx, personId, row.accountId))) return;
		if (!(await keepFreeze(tx, freezeId))) return;
		const others = await membersExcept(tx, row.accountId, personId);
		const people = others.filter((each) => each === row.endedBy);
		const key = `kept ${personId} ${row.endsAt?.toISOString()}`;
		await notify(tx, deps, row, { people, key, facts: { keptBy: personId } });
	});
}

/**
 * Re-renders all screens that show the freeze, and notifies `people`. `key`: the deduplication key of the notification.
 */
async function notify(tx: Tx, deps: Deps, row: Freeze, told: { people: number[]; key: string; facts: Told }) {
	const { people, key, facts } = told;
	const subject = { kind: "freeze", id: row.id } as const;
	const screens = [...(await invalidateScreens(tx, subject)), ...(await redrawFreezePages(tx, row))];
	await deps.enqueue(tx, "bot.screen", screens);
	await deps.enqueue(tx, "bot.outbox", await addNotificationsAsNewMessages(tx, people, subject, key, { ...facts }));
}

async function membersExcept(tx: Tx, accountId: number, personId: number): Promise<number[]> {
	return (await membersOf(tx, accountId)).filter((each) => each !== personId);
}

async function isConnected(db: Deps["db"] | Tx, personId: number, accountId: number): Promise<boolean> {
	return (await membersOf(db, accountId)).includes(personId);
}

async function isOwned(db: Deps["db"] | Tx, { accountId, domain }: Frozen): Promise<boolean> {
	return domain === "" || (await ownedAmong(db, accountId, [domain])).length > 0;
}
