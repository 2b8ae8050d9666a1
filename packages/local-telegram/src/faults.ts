import type { Fault } from "./protocol.ts";
import type { Updates } from "./updates/queue.ts";

/**
 * Creates the list of planned faults. A fault is a failure that the server simulates for later calls. Tests plan
 * faults, and so can people who try out a bot.
 */
export function createFaults(updates: Updates) {
	let planned: (Fault & { remaining: number })[] = [];
	return {
		add(fault: Fault): void {
			planned.push({ ...fault, remaining: fault.times ?? 1 });
		},
		/**
		 * Delivers each of the next `count` updates twice. Telegram also does this if a bot crashes before it confirms an
		 * update.
		 */
		redeliver(count = 1): void {
			updates.repeatNext(count);
		},
		clear(): void {
			planned = [];
			updates.stopRepeating();
		},
		/**
		 * Returns the planned fault that applies to this call, or undefined if there is none. Each fault affects a limited
		 * number of calls, and this call counts as one of them.
		 */
		take(method: string): Fault | undefined {
			const fault = planned.find((each) => each.method === "*" || each.method.toLowerCase() === method.toLowerCase());
			if (fault !== undefined && --fault.remaining <= 0) planned = planned.filter((each) => each !== fault);
			return fault;
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
