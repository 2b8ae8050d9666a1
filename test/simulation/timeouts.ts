export interface Timeouts extends Disposable {
	advance(milliseconds: number): void;
}

/** If the clock is not advanced, each timeout keeps its real length. */
export function takeOverTimeouts(): Timeouts {
	const original = AbortSignal.timeout;
	const open = new Set<{ end: number; fire(): void }>();
	let advanced = 0;
	AbortSignal.timeout = (milliseconds) => {
		const controller = new AbortController();
		const timer = setTimeout(() => limit.fire(), milliseconds);
		timer.unref();
		const limit = {
			end: performance.now() + advanced + milliseconds,
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
			advanced += milliseconds;
			for (const limit of [...open]) if (limit.end <= performance.now() + advanced) limit.fire();
		},
		[Symbol.dispose]() {
			AbortSignal.timeout = original;
		},
	};
}
