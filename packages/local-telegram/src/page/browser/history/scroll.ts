import { button, fill, h, show } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";

const nearby = 60;
const restMs = 900;

/**
 * When the reader scrolls up, the list stops following, and a button for scrolling to the end appears. `arrived`
 * increases the number of unread messages on that button.
 */
export function keepAtEnd(scroller: HTMLElement, content: HTMLElement) {
	let following = true;
	let missed = 0;
	let lastTop = 0;
	let resting: ReturnType<typeof setTimeout> | undefined;
	const badge = h("span", { class: "badge" });
	const back = button(
		{ class: "to-end", "aria-label": t("To the newest message") },
		() => toEnd("smooth"),
		icon("down"),
		badge,
	);

	function toEnd(behavior: ScrollBehavior = "instant"): void {
		following = true;
		scroller.scrollTo({ top: scroller.scrollHeight, behavior });
		updateCounter();
	}

	function updateCounter(): void {
		if (following) missed = 0;
		show(back, !following);
		fill(badge, missed > 0 && String(missed));
	}

	scroller.addEventListener("scroll", () => {
		const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearby;
		// New content also increases the distance to the end. Only scrolling up means that the reader has left it.
		if (near) following = true;
		else if (scroller.scrollTop < lastTop) following = false;
		lastTop = scroller.scrollTop;
		updateCounter();
		scroller.classList.add("moving");
		clearTimeout(resting);
		resting = setTimeout(() => scroller.classList.remove("moving"), restMs);
	});
	const observer = new ResizeObserver(() => {
		if (following) toEnd();
	});
	observer.observe(scroller);
	observer.observe(content);
	updateCounter();

	return {
		back,
		toEnd,
		arrived(count: number): void {
			if (!following) missed += count;
			updateCounter();
		},
	};
}
