import type { ChatStore } from "../store/chats.ts";
import type { OutboxStore } from "../store/outbox.ts";
import type { ScreenStore } from "../store/screens.ts";

export type { Changes, ChatState, ChatStore, Showing } from "../store/chats.ts";
export type { Person } from "../store/json-rows.ts";
export type { OutboxRow, OutboxStore } from "../store/outbox.ts";
export type { Params, Subject } from "../store/schema/chat.ts";
export type { Draft, LeasedScreen, Screen, ScreenStore, SentMessage } from "../store/screens.ts";

/**
 * The storage that the bot needs. The ids of people, chats, messages and updates are Telegram's; all other ids are
 * those of database rows.
 */
export interface Ports {
	chats: ChatStore;
	screens: ScreenStore;
	outbox: OutboxStore;
}
