const hasPointer = matchMedia("(hover: hover)");

/** Focuses the field, but not on phones, where the keyboard should open only after a touch. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

/** Focuses the field when a letter is typed while the page or a message has the focus. */
export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// The default action stays, so the browser types the letter into the field.
		if (isLetter && isFree) field.focus();
	});
}
