import { and, eq, sql } from "drizzle-orm";
import type { Handler } from "../../jobs/index.ts";
import { orders } from "../schema/trade.ts";
import { keepRequest } from "../store/requests.ts";
import { findOut } from "./execute.ts";
import type { Trade } from "./place.ts";
import { settle } from "./settle.ts";

/** Selects open orders that must be checked: their worker has died, or the registry did not answer. */
export const dueOrders = sql`select id from service.orders where state = 'open' and wake_at <= clock()`;

/**
 * Handles an open order: asks the registry and settles it. Money and domain are then correct even if the caller never
 * retries.
 */
export function createLookAgain(trade: Trade): Handler {
	return async (rowId) => {
		const [order] = await trade.db
			.select()
			.from(orders)
			.where(and(eq(orders.id, Number(rowId)), eq(orders.state, "open"), sql`${orders.wakeAt} <= clock()`));
		if (!order) return;
		const finding = await findOut(trade, order);
		// Cleanup may delete the Idempotency-Key as soon as its order is settled, so its time is extended first.
		await keepRequest(trade.db, order.requestId);
		await settle(trade, order.accountId, [{ order, finding }]);
	};
}
