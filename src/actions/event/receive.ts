import { createBatcher } from "@domains/kit/batch.ts";
import { insertEvents, type NewEvent } from "../../store/inbox.ts";
import { isOutage, throughOutage } from "../../store/outage.ts";
import { createSenderReader, type Sender } from "../../store/secrets.ts";
import { type Received, receive as verifyAndParse, type WebhookRequest } from "../../webhooks/receive.ts";
import type { Deps } from "../deps.ts";

const statuses: Record<Extract<Received, { kind: "refused" }>["reason"], number> = {
	too_large: 413,
	encoded: 415,
	unsigned: 401,
	signature: 401,
	too_old: 400,
	malformed: 400,
};

/**
 * The time that is passed to the checks of an event from an unknown sender. Its value has no effect: without a secret,
 * the signature check fails before the time is checked.
 */
const unusedTime = new Date(0);
const mostTogether = 50;
/**
 * How long after its arrival a post is tried while the database is lost, in milliseconds. Services usually wait ten
 * seconds for an answer, and repeat a failed delivery half a minute later.
 */
const outageMs = 4_000;

interface Post extends WebhookRequest {
	/** The last part of the receiver's URL. It identifies the account. */
	path: string;
}

type Refused = Extract<Received, { kind: "refused" }>;

/**
 * Returns a function that verifies and stores a webhook event that the service posts. A job processes the stored event
 * later. Events that arrive at the same time share one database read and one write.
 * - Status 200 means that the event is stored, by this delivery or an earlier one.
 * - An unknown path gets the same status as a wrong signature, so a caller cannot find out which paths exist.
 * - After a storage error, the function throws, so that the service tries again.
 */
export function createReceive(deps: Deps): (post: Post) => Promise<{ status: number }> {
	const readSenders = createSenderReader(deps.db, deps.vault);
	/** Why the last batch failed, if the database was lost. Posts that have waited too long then fail with it at once. */
	let outage: unknown;
	const work = async (posts: readonly (Post & { arrivedAt: number })[]) => {
		const paths = [...new Set(posts.map(({ path }) => path))];
		const store = async () => {
			const senders = await readSenders(paths);
			const checked = posts.map((post) => judge(deps, post, senders.get(post.path)));
			return await settle(deps, checked);
		};
		const leftMs = Math.min(...posts.map(({ arrivedAt }) => arrivedAt)) + outageMs - performance.now();
		if (leftMs <= 0 && outage !== undefined) throw outage;
		try {
			const answers = await throughOutage(store, leftMs);
			outage = undefined;
			return answers;
		} catch (error) {
			if (isOutage(error)) outage = error;
			throw error;
		}
	};
	const receive = createBatcher(work, mostTogether, { concernsAll: isOutage });
	return (post) => receive({ ...post, arrivedAt: performance.now() });
}

async function settle(deps: Deps, checked: readonly (NewEvent | Refused)[]): Promise<{ status: number }[]> {
	const events = checked.filter(isKeepable);
	const kept = events.length === 0 ? [] : await keep(deps, events);
	return checked.map((each) => {
		if (!isKeepable(each)) {
			deps.count?.event(each.reason);
			return { status: statuses[each.reason] };
		}
		const { type, accountId, late } = each;
		const isNew = kept[events.indexOf(each)] !== null;
		deps.count?.event(!isNew ? "repeated" : late ? "late" : "kept");
		deps.log.info({ event: type, account: accountId, late }, "an event was received");
		return { status: 200 };
	});
}

function judge(deps: Deps, post: Post, sender: Sender | undefined): NewEvent | Refused {
	const received = verifyAndParse(post, sender?.secrets ?? [], sender?.now ?? unusedTime);
	if (received.kind === "refused") return received;
	if (!sender) return { kind: "refused", reason: "signature" };
	const { id: eventId, hash: bodyHash, gaps, ...event } = received.event;
	for (const field of gaps) deps.onUnreadable?.({ source: "event", field, from: sender.account.serviceUrl });
	return { accountId: sender.account.id, eventId, bodyHash, ...event, late: received.delayed };
}

function isKeepable(checked: NewEvent | Refused): checked is NewEvent {
	return "eventId" in checked;
}

/**
 * Stores events and queues their jobs in one transaction. Returns the row id of each event, or null for an event that
 * was already stored.
 */
async function keep({ db, enqueue }: Deps, events: readonly NewEvent[]): Promise<(number | null)[]> {
	return await db.transaction(async (tx) => {
		const rows = await insertEvents(tx, events);
		await enqueue(
			tx,
			"bot.event",
			rows.filter((row) => row !== null),
		);
		return rows;
	});
}
