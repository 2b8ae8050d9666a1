import { deliveriesAnswer, deliveriesQuery } from "@domains/contract/events.ts";
import { desc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Trade } from "../orders/place.ts";
import { deliveries, events } from "../schema/events.ts";
import { read } from "./define.ts";

export function addDeliveryRoutes(app: FastifyInstance, { db }: Trade): void {
	read(
		app,
		"deliveries",
		{ query: deliveriesQuery, answer: deliveriesAnswer },
		async ({ accountId, query: { limit } }) => {
			const rows = await db
				.select({ attempt: deliveries, event: { key: events.key, type: events.type, domain: events.domain } })
				.from(deliveries)
				.innerJoin(events, eq(events.id, deliveries.eventId))
				.where(eq(deliveries.accountId, accountId))
				.orderBy(desc(deliveries.id))
				.limit(limit);
			const items = rows.map(({ attempt, event }) => ({
				event_key: event.key,
				event_type: event.type,
				domain: event.domain,
				attempt_number: attempt.attempt,
				status: attempt.status,
				status_code: attempt.statusCode,
				error: attempt.error,
				next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
				created_at: attempt.createdAt.toISOString(),
			}));
			return { limit, count: items.length, items };
		},
	);
}
