/** Holds secrets by screen, in memory only, until the message that shows them once is drawn. */
export interface OneTimeSecrets {
	put(screenId: number, secret: string): void;
	get(screenId: number): string | null;
	forget(screenId: number): void;
}

/** Milliseconds after which an undelivered secret is dropped. */
const patience = 10 * 60_000;

export function createOneTimeSecrets(now: () => Date): OneTimeSecrets {
	const held = new Map<number, { secret: string; until: number }>();
	const dropOld = () => {
		for (const [id, { until }] of held) if (until <= now().getTime()) held.delete(id);
	};
	return {
		put(screenId, secret) {
			dropOld();
			held.set(screenId, { secret, until: now().getTime() + patience });
		},
		get(screenId) {
			dropOld();
			return held.get(screenId)?.secret ?? null;
		},
		forget: (screenId) => void held.delete(screenId),
	};
}
