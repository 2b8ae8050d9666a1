import type { ChatStore } from "../store/chats.ts";
import type { OutboxStore } from "../store/outbox.ts";
import type { ScreenStore } from "../store/screens.ts";

export type { Changes, ChatState, ChatStore, Showing } from "../store/chats.ts";
export type { Subject } from "../store/notifications.ts";
export type { OutboxRow, OutboxStore } from "../store/outbox.ts";
export type { LeasedScreen, Params, Person, Screen, ScreenStore } from "../store/screens.ts";

/** The storage that the bot needs. Ids are row ids, except `personId` and `chatId`, which are Telegram's. */
export interface Ports {
	chats: ChatStore;
	screens: ScreenStore;
	outbox: OutboxStore;
}
