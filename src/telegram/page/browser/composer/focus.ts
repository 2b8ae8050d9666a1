const hasPointer = matchMedia("(hover: hover)");

/** Focuses the field, but not on phones, where the keyboard should open only after a touch. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

/** Directs typed letters into the field while the focus is on the page or on a message. */
export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// The key is not prevented, so the browser types it into the field that now has the focus.
		if (isLetter && isFree) field.focus();
	});
}
