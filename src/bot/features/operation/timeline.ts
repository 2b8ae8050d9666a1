import type { TimelineEntry, TimelineResult } from "../../../actions/index.ts";
import { footer } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { tap, type View } from "../../screens/view.ts";

type Timeline = Extract<TimelineResult, { kind: "timeline" }>;

/** The maximum number of entries in one message. A longer timeline shows only the first and the last ones. */
const mostShown = 30;
const firstShown = 10;

/** Shows what happened to an operation and when, grouped by day in the person's time zone. */
export function timelineView(t: T, { operation, entries }: Timeline): View {
	const { reference, items } = operation;
	const hidden = Math.max(0, entries.length - mostShown);
	const line = (entry: TimelineEntry) => html`${t.clock(entry.at)} · ${textOf(t, entry, items.length)}`;
	const shown = [...entries.slice(0, firstShown), ...entries.slice(firstShown + hidden)];
	const days = Map.groupBy(shown, ({ at }) => t.date(at));
	const blocks = [...days].map(([day, ofDay]) => lines([html`<b>${day}</b>`, ...ofDay.map(line)]));
	const title = t.html("timeline-title", { reference });
	const more = hidden > 0 && t.html("operation-more", { count: hidden });
	const back = tap(t("button-back"), "reference", { value: reference });
	return { text: paragraphs([title, ...blocks, more]), buttons: [footer(t, back)] };
}

function textOf(t: T, { happened, done, failed, chargedCents }: TimelineEntry, count: number): Html {
	const event = t.html(`timeline-${happened.replaceAll("_", "-")}`);
	const outcome = count > 1 && done + failed > 0 && t.html("timeline-outcome", { done, failed });
	const money =
		chargedCents !== null && chargedCents > 0 && t.html("operation-charged", { money: t.money(chargedCents) });
	return lines([event, outcome, money], " · ");
}
