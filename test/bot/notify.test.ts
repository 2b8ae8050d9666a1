import { expect, it } from "vitest";
import { createNotify } from "../../src/bot/notify.ts";
import { routes } from "../../src/bot/routes.ts";
import { createTestLog } from "../support/log.ts";

it("lets messages queue up for the pace of all chats, and send as soon as their turn comes", async () => {
	const happened: string[] = [];
	const turns = [0, 34, 0, 34, 0];
	const person = { id: 1, locale: "en", timeZone: "UTC", isNew: false };
	const notify = createNotify({
		outbox: {
			lease: async (id) => ({ id, person, chatId: id, subject: { kind: "event", id: 9 }, attempts: 0 }),
			screen: async (id) => id,
			settle: async () => {},
			postpone: async () => {},
			chatTurn: async () => 0,
			turn: async () => turns.shift() ?? 0,
		},
		deliver: {
			async draw(id, _pace, turn) {
				happened.push(`drawn ${id}`);
				await turn?.();
				happened.push(`sent ${id}`);
				return { kind: "shown" };
			},
		},
		screenOf: async () => ({ route: routes.home, params: {} }),
		sleep: async (ms) => void happened.push(`waited ${ms}`),
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
