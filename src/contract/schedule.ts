/** Seconds between a failed attempt and the next: 30 s, 2 min, 10 min, 1 h, 6 h. Source: docs/service.md, "Delivery". */
export const retryDelays = [30, 120, 600, 3600, 21_600] as const;

/** Attempts in all: the first and one after each delay. */
export const maxAttempts = retryDelays.length + 1;

/** Seconds until the attempt after failed attempt `attempt` (1 is the first), or null when that one was the last. */
export function delayAfter(attempt: number): number | null {
	return retryDelays[attempt - 1] ?? null;
}
