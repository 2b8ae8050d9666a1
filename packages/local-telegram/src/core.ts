import type { Clock } from "./clock.ts";
import type { Inline } from "./inline.ts";
import type { Log } from "./log.ts";
import type { Presence } from "./presence.ts";
import type { State } from "./state/state.ts";
import type { Blobs } from "./state/store.ts";
import type { Updates } from "./updates/queue.ts";

export interface Core {
	state: State;
	blobs: Blobs;
	clock: Clock;
	updates: Updates;
	presence: Presence;
	inline: Inline;
	log: Log;
}
