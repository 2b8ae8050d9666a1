import type { MessageView } from "../../../protocol.ts";
import { h } from "../dom.ts";
import { dayOf, formatDay, type Reader } from "../rich-text/date-time.ts";
import { t } from "../words.ts";
import type { MessageActions, Surroundings } from "./bubble.ts";
import { markWaiting } from "./keyboard.ts";
import { type Day, layOut, type Row } from "./layout.ts";
import { renderMessage } from "./message.ts";
import { animateArrival, animateRemoval, arrangeChildren, redraw } from "./motion.ts";
import { walkMessages } from "./navigation.ts";
import { keepAtEnd } from "./scroll.ts";

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
