import { expect, it } from "vitest";
import { createNotify } from "../../../src/bot/delivery/notify.ts";
import { routes } from "../../../src/bot/screens.ts";
import { createTestLog } from "../../support/log.ts";

const person = { id: 1, locale: "en", timeZone: "UTC", isNew: false };
/**
 * A fake outbox (queue of notifications). Each row belongs to a different chat, and the rate limit never delays a
 * message.
 */
const outbox: Parameters<typeof createNotify>[0]["outbox"] = {
	lease: async (id) => ({
		id,
		person,
		chatId: id,
		subject: { kind: "event", id: 9 },
		dedupKey: "alert",
		facts: null,
		attempts: 0,
		wakeAt: "",
		now: new Date("2027-03-01T03:00:00Z"),
		quiet: null,
		held: false,
	}),
	hold: async () => {},
	heldScreen: async () => null,
	screen: async (id) => id,
	settle: async () => {},
	drop: async () => {},
	wait: async () => {},
	tryAgain: async () => {},
	block: async () => {},
	reserveChatSlot: async () => 0,
	reserveGlobalSlot: async () => 0,
};

it("reserves slots across all chats and sends each message when its slot starts", async () => {
	const happened: string[] = [];
	const turns = [0, 34, 0, 34, 0];
	const notify = createNotify({
		outbox: { ...outbox, reserveGlobalSlot: async () => turns.shift() ?? 0 },
		renderer: {
			async render(id, _pace, { reserveSlot } = {}) {
				happened.push(`drawn ${id}`);
				expect(await reserveSlot?.()).toBe(0);
				happened.push(`sent ${id}`);
				return { kind: "shown" };
			},
		},
		screenOf: async () => ({ route: routes.home, params: {}, silent: false, urgent: false }),
		sleep: async (ms) => void happened.push(`waited ${ms}`),
		now: () => new Date(),
		log: createTestLog(),
	});
	await Promise.all([1, 2, 3].map(notify));
	expect(happened.filter((each) => each.startsWith("drawn"))).toHaveLength(3);
	expect(happened.filter((each) => !each.startsWith("drawn"))).toEqual([
		"sent 1",
		"waited 34",
		"sent 2",
		"waited 34",
		"sent 3",
	]);
});

it("does not count the wait for a slot as part of a later failure", async () => {
	const happened: string[] = [];
	const waits = [60_000, 0];
	const notify = createNotify({
		outbox: {
			...outbox,
			wait: async (_id, afterMs) => void happened.push(`waits for a slot: ${afterMs}`),
			tryAgain: async (_id, afterMs) => void happened.push(`tried again in ${afterMs}`),
			reserveChatSlot: async () => waits.shift() ?? 0,
		},
		renderer: { render: async () => ({ kind: "later", afterMs: 100 }) },
		screenOf: async () => ({ route: routes.home, params: {}, silent: false, urgent: false }),
		sleep: async () => {},
		now: () => new Date(),
		log: createTestLog(),
	});
	await notify(1);
	await notify(1);
	expect(happened).toEqual(["waits for a slot: 60000", "tried again in 500"]);
});

it("passes the sound of a notification to the renderer", async () => {
	const sounds: (boolean | undefined)[] = [];
	for (const silent of [true, false]) {
		const notify = createNotify({
			outbox,
			renderer: {
				async render(_id, _pace, { silent } = {}) {
					sounds.push(silent);
					return { kind: "shown" };
				},
			},
			screenOf: async () => ({ route: routes.home, params: {}, silent, urgent: false }),
			sleep: async () => {},
			now: () => new Date(),
			log: createTestLog(),
		});
		await notify(1);
	}
	expect(sounds).toEqual([true, false]);
});

it("gives no slot to a job that waited or stalled for longer than its leases allow", async () => {
	let clock = 0;
	const happened: string[] = [];
	const answers = [
		{ takes: 0, wait: 4_000 },
		{ takes: 0, wait: 7_000 },
		{ takes: 11_000, wait: 0 },
	];
	const notify = createNotify({
		outbox: {
			...outbox,
			reserveGlobalSlot: async () => {
				const { takes, wait } = answers.shift() ?? { takes: 0, wait: 0 };
				clock += takes;
				return wait;
			},
			wait: async (id, afterMs) => void happened.push(`${id} waits ${afterMs}`),
		},
		renderer: {
			async render(id, _pace, { reserveSlot } = {}) {
				const afterMs = (await reserveSlot?.()) ?? 0;
				if (afterMs > 0) return { kind: "limited", afterMs, refused: false };
				happened.push(`sent ${id}`);
				return { kind: "shown" };
			},
		},
		screenOf: async () => ({ route: routes.home, params: {}, silent: false, urgent: false }),
		sleep: async (ms) => {
			clock += ms;
		},
		now: () => new Date(clock),
		log: createTestLog(),
	});
	for (const id of [1, 2, 3]) await notify(id);
	expect(happened).toEqual(["1 waits 7000", "2 waits 1", "sent 3"]);
});
