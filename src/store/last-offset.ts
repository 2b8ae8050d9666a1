/** Returns `offset`, or that of the last page of a list if it has become shorter. */
export function lastOffset(total: number, offset: number, limit: number): number {
	return Math.max(0, Math.min(offset, Math.floor((total - 1) / limit) * limit));
}
