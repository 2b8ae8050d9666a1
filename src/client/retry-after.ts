const dayMs = 24 * 60 * 60_000;

/** The three date formats of HTTP (RFC 9110, 5.6.7), the newest first. All are in GMT. */
const dateForms = [
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3), which is seconds or a date. Returns milliseconds, at most one day. A date is
 * compared with the answer's `Date` header, because the server's clock may differ from ours. Undefined for anything
 * else.
 */
export function retryAfterMs(text: string | undefined, date: string | undefined, now: Date): number | undefined {
	const wait = waitOf(text?.trim() ?? "", dateOf(date?.trim() ?? "") ?? now.getTime());
	return wait === undefined ? undefined : Math.min(Math.max(0, wait), dayMs);
}

function waitOf(text: string, from: number): number | undefined {
	if (/^\d+$/.test(text)) return Number(text) * 1_000;
	const until = dateOf(text);
	return until === undefined ? undefined : until - from;
}

function dateOf(text: string): number | undefined {
	if (!dateForms.some((form) => form.test(text))) return undefined;
	const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
	return Number.isNaN(time) ? undefined : time;
}
