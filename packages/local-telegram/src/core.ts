import type { Clock } from "./clock.ts";
import type { Inline } from "./inline.ts";
import type { Log } from "./log.ts";
import type { Presence } from "./presence.ts";
import type { Blobs } from "./state/blobs.ts";
import type { State } from "./state/state.ts";
import type { Updates } from "./updates/queue.ts";

/**
 * The components that both interfaces of the local Telegram server use. The bot uses the Bot API. Clients that act for
 * people use the JSON routes.
 */
export interface Core {
	state: State;
	blobs: Blobs;
	clock: Clock;
	updates: Updates;
	presence: Presence;
	inline: Inline;
	log: Log;
}
