/** What one look found. `note`: it works, and could be better. `mend`: it will not work; the sentence says what to do. */
export interface Finding {
	part: string;
	state: "ok" | "note" | "mend";
	says: string;
}

export const ok = (part: string, says: string): Finding => ({ part, state: "ok", says });
export const warning = (part: string, says: string): Finding => ({ part, state: "note", says });
export const failure = (part: string, says: string): Finding => ({ part, state: "mend", says });

export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const inner = error.cause === undefined ? undefined : reasonOf(error.cause);
	return inner ?? (error.message || ("code" in error ? String(error.code) : error.name));
}
