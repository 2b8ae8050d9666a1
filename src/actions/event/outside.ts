import { unexplained } from "../../rules/spending.ts";
import { lockAccount } from "../../store/accounts.ts";
import { liveConnection } from "../../store/connections.ts";
import { findGroupFacts, saveOutsideFacts } from "../../store/inbox.ts";
import { invalidateScreens } from "../../store/redraw.ts";
import { findBalanceChanges, spentItems } from "../../store/spending.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";

/** A registration or renewal that no order of this bot explains. `firstId`: the first event of its group. */
export interface OutsideEvent {
	eventId: number;
	firstId: number;
	accountId: number;
	domain: string;
}

const readMs = 10_000;
/** The bot may have read the balance after the purchase, but before its event. */
const earlierMs = 5 * 60_000;
/** The alert lists this many events. */
const mostDated = 20;

/**
 * Reads what a purchase or renewal outside this bot cost, the balance and the new expiry date, and shows them in the
 * alert, which is sent already. The charge is the fall of the balance that neither orders nor other events explain. If
 * a newer event has joined the alert, leaves the balance to that event.
 */
export async function readOutside(
	deps: Deps,
	{ eventId, firstId, accountId, domain }: OutsideEvent,
	signal: AbortSignal,
): Promise<void> {
	const connection = await liveConnection(deps.db, accountId, 0);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return;
	const { client } = access;
	const options = { priority: "background", signal: AbortSignal.any([signal, AbortSignal.timeout(readMs)]) } as const;
	const { newestId, count, since } = await findGroupFacts(deps.db, firstId);
	const isNewest = newestId === eventId;
	const [account, record] = await Promise.all([
		isNewest ? client.account(options) : null,
		count <= mostDated ? client.domain(domain, options) : null,
	]);
	const balanceCents = account?.kind === "ok" ? account.value.balanceCents : null;
	const expiresAt = record?.kind === "ok" ? record.value.expiresAt : null;
	if (balanceCents === null && expiresAt === null) return;
	await deps.db.transaction(async (tx) => {
		await lockAccount(tx, accountId);
		const from = new Date(since.getTime() - earlierMs);
		const { personId } = access.connection;
		const items = await spentItems(tx, { personId, accountId, seesOthers: true, days: 2 });
		const paid = unexplained(await findBalanceChanges(tx, accountId, 2), items)
			.filter(({ at }) => at >= from)
			.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
		await saveOutsideFacts(tx, { eventId, accountId, from, paidCents: isNewest ? paid : 0, balanceCents, expiresAt });
		await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "event", id: firstId }));
	});
}
