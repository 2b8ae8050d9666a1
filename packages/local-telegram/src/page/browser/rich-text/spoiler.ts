import { h, listen } from "../dom.ts";
import { t } from "../words.ts";

/** A click reveals all spoilers of the message, as in Telegram. */
export function renderSpoiler(children: (Node | string)[]): Node {
	const covered = h("span", { class: "covered", "aria-hidden": "true" }, ...children);
	const element = h(
		"span",
		{ class: "spoiler", role: "button", tabindex: 0, "aria-label": t("Hidden text: show") },
		covered,
	);
	const reveal = (event: Event) => {
		if (!element.hasAttribute("role")) return;
		event.preventDefault();
		event.stopPropagation();
		for (const each of element.closest(".text")?.querySelectorAll(".spoiler") ?? [element]) uncover(each);
	};
	// The first click must only reveal the text. In the capture phase, this runs before the listener of a link inside.
	element.addEventListener("click", reveal, { capture: true });
	return listen(element, {
		keydown: (event) => {
			if (event.key === "Enter" || event.key === " ") reveal(event);
		},
	});
}

function uncover(spoilerElement: Element): void {
	for (const name of ["role", "tabindex", "aria-label"]) spoilerElement.removeAttribute(name);
	spoilerElement.classList.add("open");
	spoilerElement.firstElementChild?.removeAttribute("aria-hidden");
}
