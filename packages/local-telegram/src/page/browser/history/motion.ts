const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Moves only children that are in the wrong place. Those with a running removal animation stay until it ends. */
export function arrangeChildren(parent: Element, wanted: readonly Element[]): void {
	let next = staying(parent.firstElementChild);
	for (const element of wanted) {
		if (element === next) next = staying(element.nextElementSibling);
		else parent.insertBefore(element, next);
	}
}

function staying(element: Element | null): Element | null {
	let found = element;
	while (found?.classList.contains("leaving")) found = found.nextElementSibling;
	return found;
}

export function animateArrival(element: Element): void {
	if (still.matches) return;
	const from = { opacity: 0, transform: "translateY(14px) scale(0.97)" };
	element.animate([from, {}], { duration: 180, easing: "cubic-bezier(0.2, 0, 0, 1)" });
}

export function animateRemoval(element: HTMLElement): void {
	element.classList.add("leaving");
	element.setAttribute("aria-hidden", "true");
	const from = { height: `${element.offsetHeight}px`, opacity: 1 };
	const to = { height: "0", opacity: 0, marginBlock: "0", transform: "scale(0.9)" };
	const animation = element.animate([from, to], { duration: still.matches ? 0 : 220, easing: "ease-in-out" });
	animation.addEventListener("finish", () => element.remove());
}

/** If a button of the old element had the focus, the same button of the new element gets it. */
export function redraw(before: Element, after: HTMLElement): void {
	const focused = before.contains(document.activeElement) ? document.activeElement : null;
	before.replaceWith(after);
	if (!focused) return;
	const key = focused.getAttribute("data-key");
	const again = key === null ? null : after.querySelector<HTMLElement>(`[data-key="${key}"]:enabled`);
	(again ?? after).focus({ preventScroll: true });
}
