import { randomUUID } from "node:crypto";
import type { EventType, ServiceEvent } from "../../contract/events.ts";
import type { Jobs } from "../../jobs/index.ts";
import type { Tx } from "../../postgres/connect.ts";
import { events } from "../schema/events.ts";

/** Something that happened to a domain of an account. */
export interface Happening {
	type: EventType;
	domain: string;
	clientRef: string | null;
	externalRef: string | null;
	/** Only of a blocked signal. */
	reason?: string;
}

/** Whose events they are, when it happened, and whether they are sent at all. */
export interface Audience {
	accountId: number;
	webhookOn: boolean;
	now: Date;
}

/**
 * Writes events into the outbox, in the transaction of the change, and rings for them. The body is kept as the text that
 * will be signed and sent, so that each attempt sends the same bytes. Source: docs/service.md, "Events".
 */
export async function emit(
	tx: Tx,
	jobs: Pick<Jobs, "enqueue">,
	audience: Audience,
	happenings: readonly Happening[],
): Promise<void> {
	if (happenings.length === 0) return;
	const { accountId, webhookOn, now } = audience;
	const rows = await tx
		.insert(events)
		.values(
			happenings.map((happening) => ({
				key: `evt_${randomUUID().replaceAll("-", "")}`,
				accountId,
				type: happening.type,
				domain: happening.domain,
				body: JSON.stringify(payload(happening, now)),
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

function payload({ type, domain, clientRef, externalRef, reason }: Happening, now: Date): ServiceEvent {
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
