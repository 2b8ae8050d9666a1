import type { Log } from "../../log.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { OutboxRow, OutboxStore, Params } from "../ports.ts";
import type { Route } from "../screens/route.ts";
import type { MessageRenderer } from "./render.ts";

export interface NotifyDeps {
	outbox: OutboxStore;
	renderer: MessageRenderer;
	/** Returns the screen and the sound of a notification; null if there is nothing (any more) to show this person. */
	screenOf: (row: OutboxRow) => Promise<{ route: Route<Params>; params: Params; silent: boolean } | null>;
	sleep: (milliseconds: number) => Promise<void>;
	log: Log;
}

const longestPause = 5 * 60_000;
/** A turn that comes so soon is waited for, so often: whoever is put off comes back with the next sweep, a second later. */
const short = { wait: 250, times: 8 };
const globalKey = 0;

/**
 * Sends what an outbox row is about. A row carries a subject and no text: language, zone and mute are those of the
 * moment. It is told in the message that already shows its subject, or in a new one.
 */
export function createNotify({ outbox, renderer, screenOf, sleep, log }: NotifyDeps): (rowId: number) => Promise<void> {
	const queue = createKeyedQueue();

	async function reserveChatSlot(chatId: number): Promise<number> {
		for (let left = short.times; ; left -= 1) {
			const wait = await outbox.reserveChatSlot(chatId);
			if (wait <= 0 || wait > short.wait || left === 0) return wait;
			await sleep(wait);
		}
	}

	/** They queue up here, so that only the first of them asks, and takes its turn as soon as that comes. */
	const reserveSlot = (): Promise<void> =>
		queue.run(globalKey, async () => {
			for (let wait = await outbox.reserveGlobalSlot(); wait > 0; wait = await outbox.reserveGlobalSlot())
				await sleep(wait);
		});

	return async (rowId) => {
		const row = await outbox.lease(rowId);
		if (!row) return;
		// What nobody is to be told takes nobody's turn.
		const target = await screenOf(row);
		if (!target) return await outbox.settle(row.id, "dropped");
		const wait = await reserveChatSlot(row.chatId);
		if (wait > 0) return await outbox.wait(row.id, wait);
		const screenId = await outbox.screen(row.id, { feature: target.route.name, params: target.params });
		if (screenId === null) return await outbox.settle(row.id, "sent");
		const delivery = await renderer.render(screenId, "now", { reserveSlot, silent: target.silent });
		// Showing it has settled the row.
		if (delivery.kind === "shown") return;
		if (delivery.kind === "gone") return await outbox.settle(row.id, "dropped");
		log.info({ outbox: row.id, attempts: row.attempts, delivery: delivery.kind }, "An alert will be told later.");
		const afterMs = Math.min(longestPause, 500 * 2 ** row.attempts);
		await outbox.tryAgain(row.id, delivery.kind === "later" ? Math.max(afterMs, delivery.afterMs) : afterMs);
	};
}
