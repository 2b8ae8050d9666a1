import type { Due, Handler } from "@domains/kit/jobs/index.ts";
import { isPast } from "@domains/kit/postgres/clock.ts";
import { and, eq, sql } from "drizzle-orm";
import { orders } from "../schema/trade.ts";
import { keepRequest } from "../store/requests.ts";
import { findOut } from "./execute.ts";
import type { Trade } from "./place.ts";
import { settle } from "./settle.ts";

/** Their worker has died, or the registrar did not answer. */
export const dueOrders: Due = (now) =>
	sql`select id from service.orders where state = 'open' and ${isPast(sql`wake_at`, "2 days", now)}`;

/** Handles the queue `service.order`. The balance and the domain are updated even if the caller never retries. */
export function createLookAgain(trade: Trade): Handler {
	return async (rowId) => {
		const [order] = await trade.db
			.select()
			.from(orders)
			.where(and(eq(orders.id, Number(rowId)), eq(orders.state, "open"), isPast(orders.wakeAt, "2 days")));
		if (!order) return;
		const finding = await findOut(trade, order);
		// The cleanup deletes an expired Idempotency-Key as soon as all its orders have an outcome. A retry must still get
		// it.
		await keepRequest(trade.db, order.requestId);
		await settle(trade, order.accountId, [{ order, finding }]);
	};
}
