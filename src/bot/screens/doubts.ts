import type { Doubt } from "@domains/dns/zone-file/parsed-zone.ts";
import { type Html, html, lines, shorten, visibleText } from "./html.ts";
import type { T } from "./texts.ts";

const mostPlaces = 8;

/**
 * Says what the bot assumed about records: one line for each kind of doubt. `placesOf`: names the records to which the
 * line applies.
 */
export function doubtLines<Each extends { doubt: Doubt }>(
	t: T,
	assumed: readonly Each[],
	placesOf: (each: readonly Each[]) => Html | false,
): Html[] {
	const byDoubt = Map.groupBy(assumed, ({ doubt }) => doubt);
	return [...byDoubt].map(([doubt, each]) => lines([placesOf(each), t.html(`dns-import-doubt-${doubt}`)], " "));
}

export function hostnamePlaces(t: T, hostnames: readonly string[]): Html {
	const names = [...new Set(hostnames)].map((name) => html`<code>${shorten(visibleText(name), 30)}</code>`);
	return places(t, "names", names);
}

/** Names lines of a file, or records of a JSON file, by their numbers: "Lines 3, 5–9:". */
export function numberedPlaces(t: T, what: "lines" | "records", numbers: readonly number[]): Html {
	const ranges: [first: number, last: number][] = [];
	for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range && range[1] === number - 1) range[1] = number;
		else ranges.push([number, number]);
	}
	const shown = ranges.map(([first, last]) => html`${first === last ? String(first) : `${first}–${last}`}`);
	return places(t, what, shown);
}

function places(t: T, what: "lines" | "records" | "names", all: readonly Html[]): Html {
	const more = all.length - mostPlaces;
	const shown = [lines(all.slice(0, mostPlaces), ", "), more > 0 && t.html("operation-more", { count: more })];
	return t.html("dns-import-places", { what, places: lines(shown, " ") });
}
