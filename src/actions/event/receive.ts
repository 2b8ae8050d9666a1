import { accountOfReceiver } from "../../store/accounts.ts";
import { insertEvent } from "../../store/inbox.ts";
import { readClock } from "../../store/now.ts";
import { secretsOf } from "../../store/secrets.ts";
import { type Received, receive as readLetter } from "../../webhooks/receive.ts";
import type { Deps } from "../deps.ts";
import type { EventActions } from "./types.ts";

const statuses: Record<Extract<Received, { kind: "refused" }>["reason"], number> = {
	too_large: 413,
	encoded: 415,
	unsigned: 401,
	signature: 401,
	too_old: 400,
	malformed: 400,
};

/**
 * Verifies and keeps; 200 means that it is kept, now or before. An address that nobody has is answered like a wrong
 * signature. What cannot be kept throws, so that the sender tries again.
 */
export async function receive(deps: Deps, { path, ...letter }: Parameters<EventActions["receive"]>[0]) {
	const account = await accountOfReceiver(deps.db, path);
	const secrets = account ? await secretsOf(deps.db, deps.vault, account) : [];
	const received = readLetter(letter, secrets, await readClock(deps.db));
	if (received.kind === "refused" || !account) {
		const reason = received.kind === "refused" ? received.reason : "signature";
		deps.count?.event(reason);
		return { status: statuses[reason] };
	}
	const { id: eventId, hash: bodyHash, ...event } = received.event;
	const isNew = await deps.db.transaction(async (tx) => {
		const row = await insertEvent(tx, { accountId: account.id, eventId, bodyHash, ...event, late: received.late });
		if (row !== null) await deps.enqueue(tx, "bot.event", [row]);
		return row !== null;
	});
	deps.count?.event(!isNew ? "repeated" : received.late ? "late" : "kept");
	deps.log.info({ event: event.type, account: account.id, late: received.late }, "an event was received");
	return { status: 200 };
}
