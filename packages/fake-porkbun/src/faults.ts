/**
 * What a caller sees instead of the answer:
 * - `cut`: the connection breaks.
 * - `html_502`, `html_503`: a page in HTML.
 * - `error_in_200`: status 200 with an error inside.
 * - `late`: the true answer, a minute later.
 */
export type FaultKind = "cut" | "html_502" | "html_503" | "error_in_200" | "late";

export interface Fault {
	/** The name of the call, such as `domain/create`. Without it, any call. */
	call?: string;
	kind: FaultKind;
	/** True if the call takes effect although its answer is lost. A `late` one always does. */
	isExecuted?: boolean;
	/** How many calls it hits; one unless set. */
	times?: number;
}

export interface Faults {
	/** While true, every connection breaks. */
	isDown: boolean;
	add(fault: Fault): void;
	clear(): void;
}

export function createFaults(): Faults & { take(call: string): Fault | undefined } {
	let waiting: Fault[] = [];
	return {
		isDown: false,
		add(fault) {
			waiting.push(...Array.from({ length: fault.times ?? 1 }, () => fault));
		},
		clear() {
			waiting = [];
		},
		take(call) {
			const index = waiting.findIndex((each) => each.call === undefined || each.call === call);
			return index < 0 ? undefined : waiting.splice(index, 1)[0];
		},
	};
}
