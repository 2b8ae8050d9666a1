const most = 10;

/**
 * Returns the number of whole years, 0 to 10, for which a domain can be renewed. The new expiry may be at most ten
 * years from now (docs/service.md).
 */
export function yearsLeft(expiresAt: Date, now: Date): number {
	const latest = inYears(now, most);
	const years = latest.getUTCFullYear() - expiresAt.getUTCFullYear();
	const fitting = inYears(expiresAt, years) > latest ? years - 1 : years;
	return Math.min(most, Math.max(0, fitting));
}

/** Returns the same day in UTC, `years` later. February 29 becomes March 1 in a year that has no such day. */
export function inYears(date: Date, years: number): Date {
	const moved = new Date(date);
	moved.setUTCFullYear(moved.getUTCFullYear() + years);
	return moved;
}
