import { createHash } from "node:crypto";
import { createKeyedQueue } from "@domains/kit/keyed-queue.ts";
import { createTokenBuckets } from "@domains/kit/token-buckets.ts";
import ipaddr from "ipaddr.js";

/**
 * The limit of this process, before any look into the database. A program has a separate one. All tokens that were never
 * issued share that of the caller's address, so that invented tokens cannot cause many reads.
 */
export interface Gate {
	/** False if the caller has to wait. `at`: the time in milliseconds. */
	admits(caller: { token: string; address: string }, at: number): boolean;
	/** Remembers that the token belongs to a program, whose calls then no longer count for their address. */
	remember(token: string): void;
	/**
	 * Runs the calls of an account one after another, because at the same time they would take the registrar's few
	 * permits from each other, and most would fail. Undefined if too many wait already.
	 */
	inTurn<T>(accountId: number, work: () => Promise<T>): Promise<T> | undefined;
}

/** Twice the burst of the limit that all processes share, so that only a flood meets this one. */
const limits = { perMinute: 300, burst: 40, mostKeys: 10_000 };
const mostPrograms = 10_000;
const mostWaiting = 20;

export function createGate(): Gate {
	const buckets = createTokenBuckets<string>(limits);
	const programs = new Set<string>();
	const turns = createKeyedQueue();
	const waiting = new Map<number, number>();
	const count = (accountId: number, change: number) => {
		const left = (waiting.get(accountId) ?? 0) + change;
		if (left > 0) waiting.set(accountId, left);
		else waiting.delete(accountId);
	};
	return {
		admits({ token, address }, at) {
			const hash = hashOf(token);
			return buckets.take(programs.has(hash) ? hash : networkOf(address), at) === "go";
		},
		remember(token) {
			const hash = hashOf(token);
			// The set is in the order of use, so the first one was used least recently.
			programs.delete(hash);
			const [oldest] = programs;
			if (programs.size >= mostPrograms && oldest !== undefined) programs.delete(oldest);
			programs.add(hash);
		},
		inTurn(accountId, work) {
			if ((waiting.get(accountId) ?? 0) >= mostWaiting) return undefined;
			count(accountId, 1);
			return turns.run(accountId, work).finally(() => count(accountId, -1));
		},
	};
}

function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** A caller chooses freely in a network of IPv6 (/64), so the network counts as one address. */
function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}
