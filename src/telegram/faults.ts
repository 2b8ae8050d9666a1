import type { Fault } from "./protocol.ts";
import type { Updates } from "./updates/queue.ts";

/** Trouble on demand, for tests and for whoever tries a bot by hand. */
export function createFaults(updates: Updates) {
	let planned: (Fault & { left: number })[] = [];
	return {
		add(fault: Fault): void {
			planned.push({ ...fault, left: fault.times ?? 1 });
		},
		/** The next updates are delivered a second time, as after a bot's crash. */
		redeliver(count = 1): void {
			updates.repeatNext(count);
		},
		clear(): void {
			planned = [];
			updates.stopRepeating();
		},
		/** The fault that meets this call, if any. */
		take(method: string): Fault | undefined {
			const fault = planned.find((each) => each.method === "*" || each.method.toLowerCase() === method.toLowerCase());
			if (fault !== undefined && --fault.left <= 0) planned = planned.filter((each) => each !== fault);
			return fault;
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
