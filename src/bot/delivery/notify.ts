import { createKeyedQueue } from "@domains/kit/keyed-queue.ts";
import type { Log } from "@domains/kit/log.ts";
import { quietEnd } from "../../rules/local-time.ts";
import type { OutboxRow, OutboxStore, Params } from "../ports.ts";
import type { Route } from "../screens/route.ts";
import type { MessageRenderer } from "./render.ts";

export interface NotifyDeps {
	outbox: OutboxStore;
	renderer: Pick<MessageRenderer, "render">;
	/** Null drops the notification, for example because the recipient has muted it. */
	screenOf: (row: OutboxRow) => Promise<Announcement | null>;
	sleep: (milliseconds: number) => Promise<void>;
	now: () => Date;
	log: Log;
}

interface Announcement {
	route: Route<Params>;
	params: Params;
	silent: boolean;
	/** Sent even during quiet hours. */
	urgent: boolean;
}

const longestPause = 5 * 60_000;
/**
 * How long a notification job waits for a free slot in the chat's rate limit. The job waits up to `times` times, and
 * only if the next slot is at most `wait` milliseconds away. If there is still no slot, the job ends, and another job
 * sends the notification later.
 */
const shortWaits = { wait: 250, times: 8 };
/** The wait for a slot of the rate limit of all chats. The leases of the job last longer. */
const maxSlotWait = 10_000;
const globalKey = 0;

/**
 * Sends the notification of an outbox row.
 * - The row contains no text. It stores only what the notification is about (its subject), such as an operation. The
 *   text is created when the job runs, in the person's current language and time zone.
 * - Edits the message that already shows the subject, or sends a new one.
 * - During the person's quiet hours, postpones every notification that is not urgent. One message lists them
 *   afterwards.
 */
export function createNotify(deps: NotifyDeps): (rowId: number) => Promise<void> {
	const { outbox, renderer, screenOf, sleep, now, log } = deps;
	const queue = createKeyedQueue();

	async function reserveChatSlot(chatId: number): Promise<number> {
		for (let left = shortWaits.times; ; left -= 1) {
			const wait = await outbox.reserveChatSlot(chatId);
			if (wait <= 0 || wait > shortWaits.wait || left === 0) return wait;
			await sleep(wait);
		}
	}

	/**
	 * Waits for a slot of the rate limit of all chats together. Callers wait in a queue, and only the first one polls the
	 * database. Returns 0 if the caller has a slot. If the wait would take longer than `maxSlotWait`, returns the
	 * milliseconds until the caller's next attempt. After a longer wait, the caller's leases may have ended, and another
	 * process may send the same message.
	 */
	function reserveSlot(): Promise<number> {
		const deadline = now().getTime() + maxSlotWait;
		return queue.run(globalKey, async () => {
			for (;;) {
				const wait = await outbox.reserveGlobalSlot();
				if (now().getTime() + wait > deadline) return Math.max(1, wait);
				if (wait <= 0) return 0;
				await sleep(wait);
			}
		});
	}

	return async (rowId) => {
		const row = await outbox.lease(rowId);
		if (!row) return;
		// Call `screenOf` before a slot of the rate limit is reserved, because a dropped notification needs no slot.
		const target = await screenOf(row);
		if (!target) return await outbox.drop(row);
		const { quiet, held } = row;
		const until = quiet && !target.urgent ? quietEnd(row.now, row.person.timeZone, quiet) : null;
		if (quiet && until) return await outbox.hold({ ...row, quiet }, until);
		const wait = await reserveChatSlot(row.chatId);
		if (wait > 0) return await outbox.wait(row.id, wait);
		const list = held && !target.urgent ? await outbox.heldScreen(row) : null;
		const screenId = list ?? (await outbox.screen(row.id, { routeName: target.route.name, params: target.params }));
		if (screenId === null) return await outbox.settle(row.id);
		const delivery = await renderer.render(screenId, "now", { reserveSlot, silent: list === null && target.silent });
		// The renderer has already marked the row as sent.
		if (delivery.kind === "shown") return;
		if (delivery.kind === "gone") return await outbox.drop(row);
		log.info({ outbox: row.id, attempts: row.attempts, delivery: delivery.kind }, "a notification is postponed");
		if (delivery.kind === "limited") {
			if (delivery.refused) await outbox.block(row.chatId, delivery.afterMs);
			return await outbox.wait(row.id, delivery.afterMs);
		}
		const afterMs = Math.min(longestPause, 500 * 2 ** row.attempts);
		await outbox.tryAgain(row.id, delivery.kind === "later" ? Math.max(afterMs, delivery.afterMs) : afterMs);
	};
}
