/** Seconds: 30 s, 2 min, 10 min, 1 h, 6 h. Source: docs/service.md, "Delivery". */
export const retryDelays = [30, 120, 600, 3600, 21_600] as const;

export const maxAttempts = retryDelays.length + 1;

/** 1 is the first attempt. Null after the last one. */
export function delayAfter(attempt: number): number | null {
	return retryDelays[attempt - 1] ?? null;
}
