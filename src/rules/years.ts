const most = 10;

/**
 * The number of whole years, 0 to 10, by which an expiry can move without passing ten years from now. Source:
 * docs/service.md.
 */
export function yearsLeft(expiresAt: Date, now: Date): number {
	const latest = inYears(now, most);
	const years = latest.getUTCFullYear() - expiresAt.getUTCFullYear();
	const fitting = inYears(expiresAt, years) > latest ? years - 1 : years;
	return Math.min(most, Math.max(0, fitting));
}

/** The same day after this number of years. */
export function inYears(date: Date, years: number): Date {
	const moved = new Date(date);
	moved.setUTCFullYear(moved.getUTCFullYear() + years);
	return moved;
}
