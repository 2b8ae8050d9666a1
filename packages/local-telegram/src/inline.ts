import type { Clock } from "./clock.ts";
import type { InlineButton, InlineResult } from "./rules/inline-results.ts";

export interface InlineAnswer {
	queryId: string;
	results: InlineResult[];
	button?: InlineButton;
	nextOffset?: string;
	/** In seconds. */
	cacheTime: number;
	/** True if the answer is cached only for the person who sent the query. */
	isPersonal: boolean;
}

export interface InlineQuestion {
	id: string;
	person: number;
	query: string;
	offset: string;
}

interface Asked extends InlineQuestion {
	at: number;
	answered(answer: InlineAnswer): void;
}

export function createInline(clock: Clock) {
	const asked = new Map<string, Asked>();
	const kept = new Map<string, { answer: InlineAnswer; until: number }>();
	const shown = new Map<number, InlineAnswer>();
	const keys = ({ person, query, offset }: InlineQuestion): [own: string, common: string] => [
		JSON.stringify([person, query, offset]),
		JSON.stringify([query, offset]),
	];

	return {
		cached(question: InlineQuestion): InlineAnswer | undefined {
			const found = keys(question)
				.map((key) => kept.get(key))
				.find((each) => each !== undefined && each.until > clock.now());
			if (found !== undefined) shown.set(question.person, found.answer);
			return found?.answer;
		},
		/** Null if the bot does not answer within `timeoutMs`. */
		ask(question: InlineQuestion, timeoutMs: number): Promise<InlineAnswer | null> {
			return new Promise((resolve) => {
				const cancel = clock.after(timeoutMs, () => resolve(null));
				const answered = (answer: InlineAnswer): void => {
					cancel();
					shown.set(question.person, answer);
					resolve(answer);
				};
				asked.set(question.id, { ...question, at: clock.now(), answered });
			});
		},
		/** False if the query is unknown, already answered, or older than `within` milliseconds. */
		answer(answer: InlineAnswer, within: number): boolean {
			const query = asked.get(answer.queryId);
			asked.delete(answer.queryId);
			if (query === undefined || clock.now() - query.at > within) return false;
			const [own, common] = keys(query);
			kept.set(answer.isPersonal ? own : common, { answer, until: clock.now() + answer.cacheTime * 1000 });
			query.answered(answer);
			return true;
		},
		shownTo: (person: number): InlineAnswer | undefined => shown.get(person),
	};
}

export type Inline = ReturnType<typeof createInline>;
