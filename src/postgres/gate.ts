import { setTimeout as sleep } from "node:timers/promises";
import type { Limit, Pace } from "./pace.ts";

export type Lane = "interactive" | "background";

/**
 * Asked before each call of the service. Waits a little for its turn; `go` is good for a call made at once, and for a
 * cheap one where it is a `probe`: the first after a block.
 */
export interface Gate {
	(
		lane: Lane,
		signal?: AbortSignal,
	): Promise<{ go: true; probe: boolean } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	/** The service refused with 429: nobody calls before `until`, by this process's own clock. */
	blocked(until: Date): Promise<void>;
}

interface GateOptions {
	pace: Pick<Pace, "take" | "block">;
	/** Stands for the token in the shared table: a fingerprint, never the token. */
	key: string;
	now?: () => number;
	/** Told of each turn that was asked for: how long that took, and what came of it. */
	onTurn?: (turn: { lane: Lane; outcome: "go" | "pace" | "blocked"; milliseconds: number }) => void;
	/** Told of each refusal of the service. */
	onBlock?: () => void;
}

/** 10 a second are allowed; the owner's own programs may use the same token. */
const limits = { everyMs: 143, burst: 2, backgroundEveryMs: 334 };
const patienceMs = 1_500;
/** A turn that took longer to arrive may come together with later ones. */
const staleMs = 500;

/** The pace of one token, over all processes. */
export function createGate({ pace, key, now = Date.now, onTurn = () => {}, onBlock = () => {} }: GateOptions): Gate {
	const shared: Limit = { key, everyMs: limits.everyMs, burst: limits.burst };
	const background: Limit = { key: `${key}:background`, everyMs: limits.backgroundEveryMs, burst: 1 };
	// The burst is for people: what runs in the background goes only when nobody is ahead of the even pace.
	const lanes: Record<Lane, readonly Limit[]> = {
		interactive: [shared],
		background: [{ ...shared, burst: 1 }, background],
	};

	const gate = async (lane: Lane, signal?: AbortSignal): ReturnType<Gate> => {
		const began = now();
		const deadline = began + patienceMs;
		const tell = (outcome: "go" | "pace" | "blocked"): void => onTurn({ lane, outcome, milliseconds: now() - began });
		let probe = false;
		for (;;) {
			const asked = now();
			const turn = await pace.take(lanes[lane]);
			probe ||= turn.go && turn.probe;
			if (turn.go && now() - asked <= staleMs) {
				tell("go");
				return { go: true, probe };
			}
			if (!turn.go && now() + turn.waitMs > deadline) {
				const reason = turn.blocked ? "blocked" : "pace";
				tell(reason);
				return { go: false, until: turn.free, reason };
			}
			if (!turn.go) await sleep(turn.waitMs, undefined, { signal });
		}
	};
	const blocked = async (until: Date): Promise<void> => {
		onBlock();
		await pace.block(key, Math.max(0, until.getTime() - now()));
	};
	return Object.assign(gate, { blocked });
}
