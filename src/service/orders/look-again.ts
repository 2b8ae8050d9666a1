import { and, eq, sql } from "drizzle-orm";
import type { Handler } from "../../jobs/index.ts";
import { orders } from "../schema/trade.ts";
import { keepRequest } from "../store/requests.ts";
import { findOut } from "./execute.ts";
import type { Trade } from "./place.ts";
import { settle } from "./settle.ts";

/** Selects open orders whose worker has stopped, or for which the registry did not answer. */
export const dueOrders = sql`select id from service.orders where state = 'open' and wake_at <= clock()`;

/** Settles an open order, so that money and domain are correct even if the caller never retries. */
export function createLookAgain(trade: Trade): Handler {
	return async (rowId) => {
		const [order] = await trade.db
			.select()
			.from(orders)
			.where(and(eq(orders.id, Number(rowId)), eq(orders.state, "open"), sql`${orders.wakeAt} <= clock()`));
		if (!order) return;
		const finding = await findOut(trade, order);
		// Cleanup may delete the idempotency key once its order is settled, so extend the key first.
		await keepRequest(trade.db, order.requestId);
		await settle(trade, order.accountId, [{ order, finding }]);
	};
}
