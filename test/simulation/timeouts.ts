/** Time limits that pass when the simulation moves time, and not only when somebody sits and waits. */
export interface Timeouts extends Disposable {
	advance(milliseconds: number): void;
}

/** Takes the place of `AbortSignal.timeout` in this process until disposed. No limit becomes shorter by it. */
export function takeOverTimeouts(): Timeouts {
	const original = AbortSignal.timeout;
	const open = new Set<{ end: number; fire(): void }>();
	let moved = 0;
	AbortSignal.timeout = (milliseconds) => {
		const controller = new AbortController();
		const timer = setTimeout(() => limit.fire(), milliseconds);
		timer.unref();
		const limit = {
			end: performance.now() + moved + milliseconds,
			fire() {
				clearTimeout(timer);
				open.delete(limit);
				controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
			},
		};
		open.add(limit);
		return controller.signal;
	};
	return {
		advance(milliseconds) {
			moved += milliseconds;
			for (const limit of [...open]) if (limit.end <= performance.now() + moved) limit.fire();
		},
		[Symbol.dispose]() {
			AbortSignal.timeout = original;
		},
	};
}
