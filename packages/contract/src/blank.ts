/** Also true for spaces, control characters and characters without a glyph. */
export function isBlank(text: string): boolean {
	return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
