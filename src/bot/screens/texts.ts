import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { escapeHtml, Html, shorten } from "./html.ts";

export type Vars = Readonly<Record<string, string | number | Html>>;

/**
 * The texts in one locale, with times in one time zone. `t(key, vars)` returns plain text for buttons and toasts.
 * `t.html(key, vars)` returns markup with escaped variables.
 */
export interface T {
	(key: string, vars?: Vars): string;
	html(key: string, vars?: Vars): Html;
	/** Formats cents as US dollars. */
	money(cents: number): string;
	date(at: Date): string;
	/** Formats the date without the year. If `now` is given and lies in another year, adds the year. */
	day(at: Date, now?: Date): string;
	/** Formats the time of day if `now` is on the same day, otherwise the date like `day`. */
	when(at: Date, now: Date): string;
	/** Formats month and year. */
	month(at: Date): string;
	/** Formats date and time in the person's time zone. */
	time(at: Date): string;
	/**
	 * Returns markup for a time, such as "at 14:05". A Telegram client may show "in 5 minutes" or "16 minutes ago"
	 * instead. So the text before the time must fit all three forms.
	 */
	moment(at: Date): Html;
	/** Formats only the time of day, in the person's time zone. */
	clock(at: Date): string;
	readonly locale: string;
}

export interface Texts {
	(locale: string, timeZone?: string): T;
	readonly locales: readonly string[];
	/** Returns the locale for the language code of a Telegram client. If the bot lacks that language, returns `en`. */
	match(languageCode: string | undefined): string;
}

export interface TextsDeps {
	/** The folder of the `<locale>.ftl` files. */
	directory: string;
	/**
	 * Called if a key or a variable is missing. If a key is missing, the bot shows the English text. If English lacks the
	 * key as well, the bot shows the key.
	 */
	onMissing: (locale: string, problem: string) => void;
}

const fallback = "en";

/**
 * Reads all locales. Fluent normally puts invisible Unicode isolation marks around variables. These marks are turned
 * off, so that a name copied from a message does not contain them.
 */
export function createTexts({ directory, onMissing }: TextsDeps): Texts {
	const files = readdirSync(directory).filter((file) => file.endsWith(".ftl"));
	const bundles = new Map(files.map((file) => [file.slice(0, -".ftl".length), bundleOf(join(directory, file))]));
	const locales = [...bundles.keys()].sort();

	/** Texts without variables, by locale and key. */
	const fixed = new Map<string, string>();
	function format(locale: string, key: string, vars: Record<string, string | number>): string {
		if (Object.keys(vars).length > 0) return write(locale, key, vars);
		const name = `${locale} ${key}`;
		const text = fixed.get(name) ?? write(locale, key, vars);
		// A missing text is reported each time, and a key that does not exist is not kept.
		if (bundles.get(locale)?.hasMessage(key)) fixed.set(name, text);
		return text;
	}

	function write(locale: string, key: string, vars: Record<string, string | number>): string {
		const bundle = bundles.get(locale);
		const pattern = bundle?.getMessage(key)?.value;
		if (bundle && pattern) {
			const errors: Error[] = [];
			const marked = Object.entries(vars).map(([name, value]) => [name, markStop(value)]);
			const text = bundle.formatPattern(pattern, Object.fromEntries(marked), errors);
			for (const error of errors) onMissing(locale, `${key}: ${error.message}`);
			return mergeStops(text);
		}
		onMissing(locale, `${key}: no such text`);
		return locale === fallback ? key : format(fallback, key, vars);
	}

	const match = (code: string | undefined) => {
		const primary = (code ?? "").toLowerCase().split("-")[0] ?? "";
		return bundles.has(primary) ? primary : fallback;
	};
	// Reuse formatters, because creating them is slow.
	const made = new Map<string, T>();
	const texts = (locale: string, timeZone = "UTC") => {
		const name = `${match(locale)} ${timeZone}`;
		const t = made.get(name) ?? personal(match(locale), timeZone, format);
		made.set(name, t);
		return t;
	};
	return Object.assign(texts, { locales, match });
}

type Format = (locale: string, key: string, vars: Record<string, string | number>) => string;

function personal(locale: string, timeZone: string, format: Format): T {
	const dollars = new Intl.NumberFormat(locale, {
		style: "currency",
		currency: "USD",
		currencyDisplay: "narrowSymbol",
	});
	const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
	const fullDay = dates({ dateStyle: "medium" });
	const day = dates({ month: "short", day: "numeric" });
	const year = dates({ year: "numeric" });
	const month = dates({ month: "short", year: "numeric" });
	// Every screen shows times of day with 24 hours, like the settings of quiet hours and the digest.
	const hours = { timeStyle: "short", hourCycle: "h23" } as const;
	const dayAndTime = dates({ dateStyle: "medium", ...hours });
	const time = dates(hours);
	// Show the name of the default zone, because a person who chose no zone would read the time as local.
	const zone = timeZone === "UTC" ? " UTC" : "";
	const t = (key: string, vars: Vars = {}) =>
		format(
			locale,
			key,
			each(vars, (value) => String(value)),
		);
	const clock = (at: Date) => time.format(at) + zone;
	const left = (at: Date) =>
		`<tg-time unix="${Math.ceil(at.getTime() / 1000)}" format="r">${t("moment-at", { time: clock(at) })}</tg-time>`;
	const dayOf = (at: Date, now = at) =>
		year.format(at) === year.format(now) ? day.format(at) : whole(fullDay.format(at));
	return Object.assign(t, {
		moment: (at: Date) => Html.trusted(left(at)),
		html: (key: string, vars: Vars = {}) => Html.trusted(format(locale, key, each(vars, escapeShort))),
		money: (cents: number) => dollars.format(cents / 100),
		date: (at: Date) => whole(fullDay.format(at)),
		day: dayOf,
		when: (at: Date, now: Date) => (fullDay.format(at) === fullDay.format(now) ? time.format(at) : dayOf(at, now)),
		month: (at: Date) => month.format(at),
		time: (at: Date) => whole(dayAndTime.format(at)) + zone,
		clock,
		locale,
	});
}

/** Replaces the space in the Russian "2027 г." with a no-break space, so that no line begins with "г.". */
function whole(date: string): string {
	return date.replace(/(?<=\d{4}) (?=\p{L}\.)/u, "\u00a0");
}

/**
 * A placeholder for the full stop of an abbreviation at the end of a variable, as in the Russian "2027 г.". Fluent puts
 * the variable into a text. By the placeholder, `mergeStops` then finds this full stop.
 */
const abbreviationStop = "\u{e002}";

/** Replaces the full stop of an abbreviation at the end of a variable by `abbreviationStop`. */
function markStop(value: string | number): string | number {
	return typeof value === "string" ? value.replace(/(?<=\p{L})\.$/u, abbreviationStop) : value;
}

/**
 * Removes one of the two full stops if an abbreviation ends a sentence, even if closing tags separate them. Replaces
 * every other `abbreviationStop` by a full stop.
 */
function mergeStops(text: string): string {
	if (!text.includes(abbreviationStop)) return text;
	return text.replaceAll(/\u{e002}((?:<\/[a-z]+>)*)\.(?!\.)/gu, ".$1").replaceAll(abbreviationStop, ".");
}

/**
 * Escapes a variable. Truncates it unless it is `Html`, so that the message stays below Telegram's limit of 4,096
 * characters.
 */
function escapeShort(value: string | Html): string {
	return escapeHtml(typeof value === "string" ? shorten(value, 120) : value);
}

/** Maps every variable except numbers. Fluent needs numbers to choose the plural form. */
function each(vars: Vars, map: (value: string | Html) => string): Record<string, string | number> {
	const entries = Object.entries(vars).map(([name, value]) => [name, typeof value === "number" ? value : map(value)]);
	return Object.fromEntries(entries);
}

function bundleOf(file: string): FluentBundle {
	const locale = basename(file, ".ftl");
	const bundle = new FluentBundle(locale, { useIsolating: false });
	const problems = bundle.addResource(new FluentResource(readFileSync(file, "utf8")));
	if (problems.length > 0) throw new Error(`${file} cannot be read: ${problems.map(String).join("; ")}`);
	return bundle;
}
