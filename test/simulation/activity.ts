/** Database statements, HTTP calls and starts of bots. */
export interface Activity {
	begin(): void;
	end(): void;
	/** True between any `begin` and its `end`. */
	isBusy(): boolean;
	count(): number;
}

export function createActivity(): Activity {
	let running = 0;
	let begun = 0;
	return {
		begin() {
			running += 1;
			begun += 1;
		},
		end() {
			running -= 1;
		},
		isBusy: () => running > 0,
		count: () => begun,
	};
}
