/** Secrets on their way into a message that shows them once: in memory only, by screen, for a few minutes. */
export interface Secrets {
	put(screenId: number, secret: string): void;
	peek(screenId: number): string | null;
	forget(screenId: number): void;
}

/** How long a message that cannot be sent is waited for. */
const patience = 10 * 60_000;

export function createSecrets(now: () => Date): Secrets {
	const held = new Map<number, { secret: string; until: number }>();
	const dropOld = () => {
		for (const [id, { until }] of held) if (until <= now().getTime()) held.delete(id);
	};
	return {
		put(screenId, secret) {
			dropOld();
			held.set(screenId, { secret, until: now().getTime() + patience });
		},
		peek(screenId) {
			dropOld();
			return held.get(screenId)?.secret ?? null;
		},
		forget: (screenId) => void held.delete(screenId),
	};
}
