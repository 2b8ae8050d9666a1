import type { MessageView } from "../../../protocol.ts";
import { button, fill, h, icon, show } from "../dom.ts";
import { dayOf, formatDay, type Reader } from "../rich-text/date-time.ts";
import { t } from "../words.ts";
import { type Day, layOut, type Row } from "./layout.ts";
import { type MessageActions, markWaiting, renderMessage, type Surroundings } from "./message.ts";

interface Drawn {
	/** Made from all data that `element` shows. The message is rendered again only if it changes. */
	look: string;
	element: HTMLElement;
}

/** An unchanged message keeps its element, and so its focus and text selection. */
export function createHistory(actions: MessageActions) {
	const days = h("div", { class: "days" });
	const scroller = h("div", { class: "history", role: "log", "aria-label": t("Messages"), tabindex: 0 }, days);
	const end = keepAtEnd(scroller, days);
	const drawn = new Map<number, Drawn>();
	const sections = new Map<string, HTMLElement>();
	let shown = "";
	walkMessages(scroller);

	/** `conversation` is a key for the person, the chat and the topic. When it changes, the list scrolls to the end. */
	function update(conversation: string, messages: readonly MessageView[], around: Surroundings): void {
		const fresh = conversation !== shown;
		if (fresh) clear(conversation);
		const known = new Set(drawn.keys());
		const layout = layOut(messages, (unix) => dayOf(unix, around.reader));
		arrangeChildren(
			days,
			layout.map((day) => drawDay(day, around, fresh)),
		);
		forget(layout);
		const added = fresh ? [] : messages.filter(({ message_id }) => !known.has(message_id));
		if (fresh || added.some(({ from }) => from === "person")) end.toEnd();
		else end.arrived(added.length);
	}

	function clear(conversation: string): void {
		shown = conversation;
		days.replaceChildren();
		drawn.clear();
		sections.clear();
	}

	function drawDay(day: Day, around: Surroundings, fresh: boolean): HTMLElement {
		const label = h("div", { class: "day-label" }, h("span", {}, formatDay(day.at, around.reader)));
		const section = sections.get(day.key) ?? h("section", { class: "day" }, label);
		sections.set(day.key, section);
		section.firstElementChild?.replaceWith(label);
		arrangeChildren(section, [label, ...day.rows.map((row) => drawRow(row, around, fresh))]);
		return section;
	}

	function drawRow(row: Row, around: Surroundings, fresh: boolean): HTMLElement {
		const { message_id } = row.message;
		const look = lookOf(row, around.reader);
		const before = drawn.get(message_id);
		const element = before?.look === look ? before.element : renderMessage(row, around, actions);
		if (!before && !fresh) animateArrival(element);
		if (before && before.element !== element) redraw(before.element, element);
		markWaiting(element, row.message.keyboard ?? []);
		drawn.set(message_id, { look, element });
		return element;
	}

	function forget(layout: readonly Day[]): void {
		const rows = new Set(layout.flatMap((day) => day.rows.map(({ message }) => message.message_id)));
		for (const [id, { element }] of drawn) {
			if (rows.has(id)) continue;
			drawn.delete(id);
			animateRemoval(element);
		}
		for (const [key, section] of sections) {
			if (layout.some((day) => day.key === key)) continue;
			sections.delete(key);
			animateRemoval(section);
		}
	}

	return {
		element: h("div", { class: "history-frame" }, scroller, end.back),
		update,
		toEnd: end.toEnd,
		focus: () => scroller.focus(),
		jump(messageId: number): void {
			const element = drawn.get(messageId)?.element;
			element?.scrollIntoView({ block: "center", behavior: "smooth" });
			element?.animate([{ backgroundColor: "var(--highlight)" }, {}], { duration: 1600, easing: "ease-in" });
		},
	};
}

/**
 * Changes when the message must be rendered again. With a time relative to now, it also changes every 30 seconds.
 *
 * It does not contain the taps that the bot has not answered yet. `markWaiting` shows these in the existing element,
 * because a new element would close quotes and spoilers that the reader has opened.
 */
function lookOf(row: Row, reader: Reader): string {
	const relative = row.message.entities.some(({ date_time_format }) => date_time_format === "r");
	const still = (key: string, value: unknown) => (key === "waiting" ? undefined : value);
	return JSON.stringify([row, reader.locale, relative && Math.floor(reader.now / 30)], still);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Moves only children that are in the wrong place. Those with a running removal animation stay until it ends. */
function arrangeChildren(parent: Element, wanted: readonly Element[]): void {
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

function animateArrival(element: Element): void {
	if (still.matches) return;
	const from = { opacity: 0, transform: "translateY(14px) scale(0.97)" };
	element.animate([from, {}], { duration: 180, easing: "cubic-bezier(0.2, 0, 0, 1)" });
}

function animateRemoval(element: HTMLElement): void {
	element.classList.add("leaving");
	element.setAttribute("aria-hidden", "true");
	const from = { height: `${element.offsetHeight}px`, opacity: 1 };
	const to = { height: "0", opacity: 0, marginBlock: "0", transform: "scale(0.9)" };
	const animation = element.animate([from, to], { duration: still.matches ? 0 : 220, easing: "ease-in-out" });
	animation.addEventListener("finish", () => element.remove());
}

/** If a button of the old element had the focus, the same button of the new element gets it. */
function redraw(before: Element, after: HTMLElement): void {
	const focused = before.contains(document.activeElement) ? document.activeElement : null;
	before.replaceWith(after);
	if (!focused) return;
	const key = focused.getAttribute("data-key");
	const again = key === null ? null : after.querySelector<HTMLElement>(`[data-key="${key}"]:enabled`);
	(again ?? after).focus({ preventScroll: true });
}

function walkMessages(scroller: HTMLElement): void {
	scroller.addEventListener("keydown", (event) => {
		const { target } = event;
		const onMessage = target instanceof HTMLElement && target.matches(".message");
		if (target !== scroller && !onMessage) return;
		if (event.key === "Enter" && onMessage) return openMenuOf(target);
		const next = neighbour(scroller, onMessage ? target : null, event.key);
		if (!next) return;
		event.preventDefault();
		next.focus();
		next.scrollIntoView({ block: "nearest" });
	});
}

function neighbour(scroller: HTMLElement, current: HTMLElement | null, key: string): HTMLElement | undefined {
	const messages = [...scroller.querySelectorAll<HTMLElement>(".message:not(.leaving)")];
	const index = current ? messages.indexOf(current) : messages.length;
	if (key === "ArrowUp") return messages[index - 1];
	if (key === "ArrowDown") return messages[index + 1];
	if (key === "Home") return messages[0];
	return key === "End" ? messages.at(-1) : undefined;
}

function openMenuOf(message: HTMLElement): void {
	const { left, top, height } = (message.querySelector(".bubble") ?? message).getBoundingClientRect();
	message.dispatchEvent(
		new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left + 24, clientY: top + height / 2 }),
	);
}

const nearby = 60;
const restMs = 900;

/**
 * When the reader scrolls up, the list stops following, and a button for scrolling to the end appears. `arrived`
 * increases the number of unread messages on that button.
 */
function keepAtEnd(scroller: HTMLElement, content: HTMLElement) {
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
