const hasPointer = matchMedia("(hover: hover)");

/** Ready to type at once; on a phone the keyboard stays away until the field is touched. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

/** Typing with the focus on nothing in particular, or on a message, goes into the field. */
export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// The key itself then lands in the field, for it is written where the focus is.
		if (isLetter && isFree) field.focus();
	});
}
