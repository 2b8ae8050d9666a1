const hasPointer = matchMedia("(hover: hover)");

/** Does nothing on a touch screen, where the focus would open the on-screen keyboard. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// No `preventDefault`, so that the browser types the letter into the newly focused field.
		if (isLetter && isFree) field.focus();
	});
}
