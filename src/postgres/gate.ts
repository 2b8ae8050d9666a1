import { setTimeout as sleep } from "node:timers/promises";
import type { Limit, Pace } from "./pace.ts";

export type Lane = "interactive" | "background";

/** Asked before each call of the service. Waits a little for its turn; `go` is good for a call made at once. */
export interface Gate {
	(lane: Lane, signal?: AbortSignal): Promise<{ go: true } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	/** The service refused with 429: nobody calls before `until`, by this process's own clock. */
	blocked(until: Date): Promise<void>;
}

interface GateOptions {
	pace: Pick<Pace, "take" | "block">;
	/** Stands for the token in the shared table: a fingerprint, never the token. */
	key: string;
	now?: () => number;
}

/** 10 a second are allowed; the owner's own programs may use the same token. */
const limits = { everyMs: 143, burst: 2, backgroundEveryMs: 334 };
const patienceMs = 1_500;
/** A turn that took longer to arrive may come together with later ones. */
const staleMs = 500;

/** The pace of one token, over all processes. */
export function createGate({ pace, key, now = Date.now }: GateOptions): Gate {
	const shared: Limit = { key, everyMs: limits.everyMs, burst: limits.burst };
	const background: Limit = { key: `${key}:background`, everyMs: limits.backgroundEveryMs, burst: 1 };
	const lanes: Record<Lane, readonly Limit[]> = { interactive: [shared], background: [shared, background] };

	const gate = async (lane: Lane, signal?: AbortSignal): ReturnType<Gate> => {
		const deadline = now() + patienceMs;
		for (;;) {
			const asked = now();
			const turn = await pace.take(lanes[lane]);
			if (turn.go && now() - asked <= staleMs) return turn;
			if (!turn.go && now() + turn.waitMs > deadline) {
				return { go: false, until: turn.free, reason: turn.blocked ? "blocked" : "pace" };
			}
			if (!turn.go) await sleep(turn.waitMs, undefined, { signal });
		}
	};
	return Object.assign(gate, { blocked: (until: Date) => pace.block(key, Math.max(0, until.getTime() - now())) });
}
