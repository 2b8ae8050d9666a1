import type { Fault } from "./protocol.ts";
import type { Updates } from "./updates/queue.ts";

export function createFaults(updates: Updates) {
	let planned: (Fault & { remaining: number })[] = [];
	return {
		add(fault: Fault): void {
			planned.push({ ...fault, remaining: fault.times ?? 1 });
		},
		/** Telegram delivers an update twice if a bot crashes before it confirms the update. */
		redeliver(count = 1): void {
			updates.repeatNext(count);
		},
		clear(): void {
			planned = [];
			updates.stopRepeating();
		},
		/** Each fault affects a limited number of calls, and this call counts as one of them. */
		take(method: string): Fault | undefined {
			const fault = planned.find((each) => each.method === "*" || each.method.toLowerCase() === method.toLowerCase());
			if (fault !== undefined && --fault.remaining <= 0) planned = planned.filter((each) => each !== fault);
			return fault;
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
