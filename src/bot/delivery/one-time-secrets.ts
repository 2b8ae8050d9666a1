/**
 * Keeps a secret in memory until the message that shows it has been sent. A secret is shown only once and is never
 * stored.
 */
export interface OneTimeSecrets {
	put(screenId: number, secret: string): void;
	get(screenId: number): string | null;
	forget(screenId: number): void;
}

/** A secret whose message was not sent is dropped after this many milliseconds. */
const longestHeldMs = 10 * 60_000;

export function createOneTimeSecrets(now: () => Date): OneTimeSecrets {
	const held = new Map<number, { secret: string; until: number }>();
	const dropOld = () => {
		for (const [id, { until }] of held) if (until <= now().getTime()) held.delete(id);
	};
	return {
		put(screenId, secret) {
			dropOld();
			held.set(screenId, { secret, until: now().getTime() + longestHeldMs });
		},
		get(screenId) {
			dropOld();
			return held.get(screenId)?.secret ?? null;
		},
		forget: (screenId) => void held.delete(screenId),
	};
}
