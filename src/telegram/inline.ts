import type { Clock } from "./clock.ts";
import type { InlineButton, InlineResult } from "./rules/inline-results.ts";

export interface InlineAnswer {
	queryId: string;
	results: InlineResult[];
	button?: InlineButton;
	nextOffset?: string;
}

interface Asked {
	person: number;
	at: number;
	answered(answer: InlineAnswer): void;
}

/** Inline queries that wait for the bot, and each person's newest list of results. */
export function createInline(clock: Clock) {
	const asked = new Map<string, Asked>();
	const shown = new Map<number, InlineAnswer>();
	return {
		/** Resolves with the bot's answer; null when it takes longer than `patience` milliseconds. */
		ask(queryId: string, person: number, patience: number): Promise<InlineAnswer | null> {
			return new Promise((resolve) => {
				const cancel = clock.after(patience, () => resolve(null));
				const answered = (answer: InlineAnswer): void => {
					cancel();
					shown.set(person, answer);
					resolve(answer);
				};
				asked.set(queryId, { person, at: clock.now(), answered });
			});
		},
		/** False for a query that is unknown, answered, or older than `within` milliseconds. */
		answer(answer: InlineAnswer, within: number): boolean {
			const query = asked.get(answer.queryId);
			asked.delete(answer.queryId);
			if (query === undefined || clock.now() - query.at > within) return false;
			query.answered(answer);
			return true;
		},
		shownTo: (person: number): InlineAnswer | undefined => shown.get(person),
	};
}

export type Inline = ReturnType<typeof createInline>;
