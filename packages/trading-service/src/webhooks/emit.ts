import { randomUUID } from "node:crypto";
import type { EventType, ServiceEvent } from "@domains/contract/events.ts";
import type { Jobs } from "@domains/kit/jobs/index.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { events } from "../schema.ts";

export interface DomainChange {
	type: EventType;
	domain: string;
	clientRef: string | null;
	externalRef: string | null;
	/** Only `domain.blocked` has a reason. */
	reason?: string;
}

/** `now` is the time of the change. */
export interface Audience {
	accountId: number;
	webhookOn: boolean;
	now: Date;
}

/**
 * Writes to the outbox (`service.events`) in the transaction of the change. The body is stored as text, so each
 * delivery attempt signs and sends the same bytes. Source: docs/service.md, "Events".
 */
export async function emit(
	tx: Tx,
	jobs: Pick<Jobs, "enqueue">,
	audience: Audience,
	changes: readonly DomainChange[],
): Promise<void> {
	if (changes.length === 0) return;
	const { accountId, webhookOn, now } = audience;
	const rows = await tx
		.insert(events)
		.values(
			changes.map((change) => ({
				key: `evt_${randomUUID().replaceAll("-", "")}`,
				accountId,
				type: change.type,
				domain: change.domain,
				body: JSON.stringify(payload(change, now)),
				state: webhookOn ? ("pending" as const) : ("unsent" as const),
				wakeAt: webhookOn ? now : null,
				createdAt: now,
			})),
		)
		.returning({ id: events.id });
	if (webhookOn)
		await jobs.enqueue(
			tx,
			"service.delivery",
			rows.map(({ id }) => id),
		);
}

function payload({ type, domain, clientRef, externalRef, reason }: DomainChange, now: Date): ServiceEvent {
	const common = {
		domain,
		...(clientRef !== null && { client_ref: clientRef }),
		...(externalRef !== null && { external_ref: externalRef }),
	};
	const occurred_at = now.toISOString();
	return type === "domain.blocked"
		? { event: type, ...common, reason: reason ?? "", occurred_at }
		: { event: type, ...common, occurred_at };
}
