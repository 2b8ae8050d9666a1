import type { ChatStore } from "../store/chats.ts";
import type { OutboxStore } from "../store/outbox.ts";
import type { ScreenStore } from "../store/screens.ts";

export type { Changes, ChatState, ChatStore, Showing } from "../store/chats.ts";
export type { Subject } from "../store/notifications.ts";
export type { OutboxRow, OutboxStore } from "../store/outbox.ts";
export type { LeasedScreen, Params, Person, Screen, ScreenStore } from "../store/screens.ts";

/** What the bot needs of its storage. Ids are row ids; `personId` and `chatId` are Telegram's. */
export interface Ports {
	chats: ChatStore;
	screens: ScreenStore;
	outbox: OutboxStore;
}
