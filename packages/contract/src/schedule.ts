/**
 * Seconds between a failed delivery attempt and the next: 30 s, 2 min, 10 min, 1 h, 6 h. Source: docs/service.md,
 * "Delivery".
 */
export const retryDelays = [30, 120, 600, 3600, 21_600] as const;

/** Total number of attempts: the first one and one after each delay. */
export const maxAttempts = retryDelays.length + 1;

/** Returns the seconds until the attempt after the failed `attempt` (1 is the first), or null after the last one. */
export function delayAfter(attempt: number): number | null {
	return retryDelays[attempt - 1] ?? null;
}
