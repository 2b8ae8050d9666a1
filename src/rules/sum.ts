/**
 * As people write it, such as `250`, `$1,000` or `99,50`. A separator before exactly three digits groups them: `1.000`
 * is a thousand. `0` is a valid sum.
 */
export function readSum(text: string): number | null {
	const bare = text.replaceAll(/[\s$]|usd/gi, "");
	const [, whole, cents = ""] = /^(\d{1,3}(?:[,.]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(bare) ?? [];
	return whole === undefined ? null : Number(whole.replaceAll(/[,.]/g, "")) * 100 + Number(cents.padEnd(2, "0"));
}
