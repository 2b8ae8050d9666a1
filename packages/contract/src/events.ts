import { z } from "zod";
import { domainName, references, timestamp } from "./fields.ts";

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
