import type { Fault } from "./protocol.ts";
import type { Updates } from "./updates/queue.ts";

/** Creates the list of faults planned by tests, or by people who try a bot by hand. */
export function createFaults(updates: Updates) {
	let planned: (Fault & { remaining: number })[] = [];
	return {
		add(fault: Fault): void {
			planned.push({ ...fault, remaining: fault.times ?? 1 });
		},
		/** Delivers the next `count` updates twice, as Telegram does after a bot's crash. */
		redeliver(count = 1): void {
			updates.repeatNext(count);
		},
		clear(): void {
			planned = [];
			updates.stopRepeating();
		},
		/** Returns the fault to apply to this call, and counts its use. Undefined if none is planned. */
		take(method: string): Fault | undefined {
			const fault = planned.find((each) => each.method === "*" || each.method.toLowerCase() === method.toLowerCase());
			if (fault !== undefined && --fault.remaining <= 0) planned = planned.filter((each) => each !== fault);
			return fault;
		},
	};
}

export type Faults = ReturnType<typeof createFaults>;
