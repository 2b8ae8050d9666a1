import { z } from "zod";
import { examplesOf, success } from "./envelope.ts";
import { domainName, pageLimit, references, timestamp } from "./fields.ts";
import { limits } from "./limits.ts";

export const eventTypes = ["domain.registered", "domain.renewed", "domain.blocked", "domain.unblocked"] as const;
export type EventType = (typeof eventTypes)[number];

/** The signature covers the timestamp and the body, but no other header. Source: docs/service.md, "Events". */
export const eventHeaders = {
	type: "x-service-event",
	id: "x-service-event-id",
	timestamp: "x-service-timestamp",
	signature: "x-service-signature",
} as const;

const at = "2026-11-20T12:00:00.000Z";

function event<Type extends EventType, Extra extends z.ZodRawShape>(
	id: string,
	type: Type,
	description: string,
	extra: Extra,
	example: Record<string, unknown> = {},
) {
	return z
		.object({ event: z.literal(type), domain: domainName, ...references, ...extra, occurred_at: timestamp })
		.meta({
			id,
			description,
			examples: [{ event: type, domain: "example.com", client_ref: "shop-17", ...example, occurred_at: at }],
		});
}

const reason = { reason: z.string().meta({ description: "Why monitoring blocked the domain." }) };

export const registeredEvent = event("DomainRegistered", "domain.registered", "A registration succeeded.", {});
export const renewedEvent = event("DomainRenewed", "domain.renewed", "A renewal succeeded.", {});
export const blockedEvent = event("DomainBlocked", "domain.blocked", "Monitoring blocked the domain.", reason, {
	reason: "abuse",
});
export const unblockedEvent = event("DomainUnblocked", "domain.unblocked", "The blocked signal was cleared.", {});

/** Version 1. */
export const serviceEvent = z.discriminatedUnion("event", [
	registeredEvent,
	renewedEvent,
	blockedEvent,
	unblockedEvent,
]);
export type ServiceEvent = z.infer<typeof serviceEvent>;

/** Seconds: 30 s, 2 min, 10 min, 1 h, 6 h. Source: docs/service.md, "Delivery". */
export const retryDelays = [30, 120, 600, 3600, 21_600] as const;

export const maxAttempts = retryDelays.length + 1;

/** 1 is the first attempt. Null after the last one. */
export function delayAfter(attempt: number): number | null {
	return retryDelays[attempt - 1] ?? null;
}

export const deliveryStatuses = ["delivered", "retrying", "failed"] as const;

/** Source: docs/service.md, "Delivery log". */
export const delivery = z
	.object({
		event_key: z.string().meta({ description: "The id of the event; the same on each attempt." }),
		event_type: z.enum(eventTypes),
		domain: domainName,
		attempt_number: z.int().min(1).max(maxAttempts),
		status: z.enum(deliveryStatuses).meta({
			description:
				"retrying until the last attempt, then failed; also failed if webhooks are off when the next attempt is due.",
		}),
		status_code: z.int().min(0).max(999).meta({ description: "HTTP status of the receiver; 0 if it did not answer." }),
		error: z
			.string()
			.nullable()
			.meta({ description: "dns, refused, tls, timeout, or the HTTP status; null on success." }),
		next_attempt_at: timestamp.nullable().meta({ description: "Time of the next attempt; null if there is none." }),
		created_at: timestamp.meta({ description: "Time of the attempt." }),
	})
	.meta({
		id: "Delivery",
		description: "One attempt to deliver an event.",
		examples: [
			{
				event_key: "evt_01JD6X3V8W",
				event_type: "domain.registered",
				domain: "example.com",
				attempt_number: 1,
				status: "delivered",
				status_code: 200,
				error: null,
				next_attempt_at: null,
				created_at: "2026-11-20T12:00:01.000Z",
			},
		],
	});
export type Delivery = z.infer<typeof delivery>;

export const deliveriesQuery = z.object({
	limit: pageLimit(limits.deliveriesPage, "Number of attempts to return."),
});

/** `GET /webhook/deliveries`: the newest attempts first. */
export const deliveryList = z
	.object({
		limit: z
			.int()
			.min(limits.deliveriesPage.min)
			.max(limits.deliveriesPage.max)
			.meta({ description: "The applied limit." }),
		count: z.int().min(0).max(limits.deliveriesPage.max).meta({ description: "Attempts in this answer." }),
		items: z.array(delivery),
	})
	.meta({
		id: "DeliveryList",
		description: "The newest attempts of the account.",
		examples: [{ limit: 10, count: 1, items: examplesOf(delivery) }],
	});
export type DeliveryList = z.infer<typeof deliveryList>;
export const deliveriesAnswer = success("DeliveriesAnswer", deliveryList);
