const hasPointer = matchMedia("(hover: hover)");

/** Focuses the field; not on phones, where the keyboard should open only on touch. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

/** Typing goes into the field if the focus is on the page or on a message. */
export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// The browser then types the key into the focused field.
		if (isLetter && isFree) field.focus();
	});
}
