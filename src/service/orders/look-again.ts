import { and, eq, sql } from "drizzle-orm";
import type { Handler, Sweep } from "../../jobs/index.ts";
import { orders } from "../schema/trade.ts";
import { keepRequest } from "../store/requests.ts";
import { findOut } from "./execute.ts";
import type { Trade } from "./place.ts";
import { settle } from "./settle.ts";

/** Orders whose worker is gone, or that the registry left unanswered. */
export const dueOrders: Sweep = {
	queue: "service.order",
	due: sql`select id from service.orders where state = 'open' and wake_at <= clock()`,
};

/** Settles an order that was left open, so that money and domain are right even if nobody asks again. */
export function createLookAgain(trade: Trade): Handler {
	return async (rowId) => {
		const [order] = await trade.db
			.select()
			.from(orders)
			.where(and(eq(orders.id, Number(rowId)), eq(orders.state, "open"), sql`${orders.wakeAt} <= clock()`));
		if (!order) return;
		const finding = await findOut(trade, order);
		// Before the order is settled: while it is open, its key is not forgotten.
		await keepRequest(trade.db, order.requestId);
		await settle(trade, order.accountId, [{ order, finding }]);
	};
}
