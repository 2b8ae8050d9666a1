import { it, vi } from "vitest";
import { untilRow } from "../support/killable-world.ts";
import { type Kill, killAndRestart } from "./kill.ts";

// Each test starts the bot and its database server twice, which takes long.
vi.setConfig({ testTimeout: 180_000 });

const kills: Record<string, Kill> = {
	"before the confirm": {
		name: "kill-quoted.com",
		confirmAfter: true,
		reach: async () => {},
	},
	"after the confirm, before anything was sent": {
		name: "kill-confirmed.com",
		async reach({ chat, sql, hold }) {
			await hold("public.rate_limits", "access exclusive");
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.requests where phase = 'confirmed'`);
		},
	},
};

it.each(Object.entries(kills))("charges once and reports once when everything is killed %s", (_, kill) =>
	killAndRestart(kill),
);
