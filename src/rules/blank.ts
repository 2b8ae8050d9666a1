/** True for a text in which nobody can see anything: only spaces, controls and characters that are never drawn. */
export function isBlank(text: string): boolean {
	return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
