import { sql } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import type { BlockSignal } from "../rules/blocks.ts";
import { invalidateScreens } from "./notifications.ts";

/**
 * The limits for the block events of one domain. The bot reads the newest `mostSignals` events, and redraws the alerts
 * about the newest `mostRedrawn` of them.
 */
const mostSignals = 100;
const mostRedrawn = 20;

interface Subject {
	accountId: number;
	domain: string;
}

/** Returns the domain's newest `domain.blocked` and `domain.unblocked` events, newest first. */
export async function blockSignals(db: Db | Tx, { accountId, domain }: Subject): Promise<BlockSignal[]> {
	const rows = await db.execute<{ id: string; type: string; at: Date; reason: string | null }>(sql`
		select id, type, coalesce(occurred_at, received_at) as at, reason from bot.inbox
		where account_id = ${accountId} and domain = ${domain} and type in ('domain.blocked', 'domain.unblocked')
		order by coalesce(occurred_at, received_at) desc limit ${mostSignals}`);
	return rows.map(({ id, type, at, reason }) => ({ id: Number(id), blocked: type === "domain.blocked", at, reason }));
}

/**
 * Makes transactions that process the blocked and unblocked events of one account run one after another. Each of them
 * redraws the alerts of both types, so two at a time could deadlock.
 */
export async function lockBlocks(tx: Tx, accountId: number): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`blocks ${accountId}`}, 0))`);
}

/**
 * Marks the messages about a domain's blocks for a redraw: the alerts, and the screens of the feature `incident`, which
 * show the current block. Returns the ids of the screens to redraw.
 */
export async function redrawBlocks(tx: Tx, { accountId, domain }: Subject): Promise<number[]> {
	const alerts = await tx.execute<{ id: string }>(sql`
		select distinct coalesce(group_id, id) as id from (
			select id, group_id from bot.inbox
			where account_id = ${accountId} and domain = ${domain} and type in ('domain.blocked', 'domain.unblocked')
				and state = 'done'
			order by id desc limit ${mostRedrawn}
		) newest
		order by id`);
	const screens: number[] = [];
	for (const { id } of alerts) screens.push(...(await invalidateScreens(tx, { kind: "event", id: Number(id) })));
	const pages = await tx.execute<{ id: string }>(sql`
		update bot.screens set rev = rev + 1, wake_at = clock()
		where feature = 'incident' and params->>'domain' = ${domain}
			and person_id in (select person_id from bot.connections where account_id = ${accountId})
		returning id`);
	return [...screens, ...pages.map(({ id }) => Number(id))];
}
