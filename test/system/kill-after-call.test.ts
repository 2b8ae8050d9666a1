import { it, vi } from "vitest";
import { untilRow } from "../support/killable-world.ts";
import { type Kill, killAndRestart } from "./kill.ts";

// Each test starts the bot and its database server twice, which takes long.
vi.setConfig({ testTimeout: 180_000 });

const kills: Record<string, Kill> = {
	"after the request was sent": {
		name: "slow-kill-sent.com",
		async reach({ chat, sql }) {
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from service.orders where state = 'open'`);
		},
	},
	"after the service's answer, before the outcome was stored": {
		name: "slow-kill-answered.com",
		async reach({ chat, sql, hold }) {
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.requests where phase = 'sent'`);
			await hold("bot.items", "exclusive");
			await untilRow(() => sql`select from service.orders where state = 'done'`);
		},
	},
	"after the outcome was stored, before the receipt": {
		name: "kill-settled.com",
		async reach({ chat, sql, url }) {
			const slow = { method: "editMessageText", times: 100, delay: 120_000 };
			const headers = { "content-type": "application/json" };
			await fetch(`${url}/faults`, { method: "POST", headers, body: JSON.stringify(slow) });
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.operations where state = 'succeeded'`);
		},
	},
};

it.each(Object.entries(kills))("charges once and reports once when everything is killed %s", (_, kill) =>
	killAndRestart(kill),
);
