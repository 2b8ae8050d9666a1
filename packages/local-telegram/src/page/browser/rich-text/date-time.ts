/** `now` is in Unix seconds. Without `timeZone`, the time zone of the machine applies. */
export interface Reader {
	locale: string;
	now: number;
	timeZone?: string;
}

const dayInSeconds = 86_400;
const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["year", 365 * dayInSeconds],
	["month", 30 * dayInSeconds],
	["day", dayInSeconds],
	["hour", 3600],
	["minute", 60],
	["second", 1],
];

/**
 * The letters of `format` (`date_time` entity):
 * - `r`: the time relative to now.
 * - `w`: the weekday.
 * - `d` or `D`: the short or long date.
 * - `t` or `T`: the time without or with seconds.
 *
 * Undefined if `format` has none of these letters. The page then shows the text of the entity unchanged.
 */
export function formatDateTime(unix: number, format: string, reader: Reader): string | undefined {
	if (format === "r") return formatRelative(unix, reader);
	const options: Intl.DateTimeFormatOptions = { ...zone(reader), hourCycle: "h23" };
	if (format.includes("w")) options.weekday = "long";
	if (/d/i.test(format)) Object.assign(options, { day: "numeric", month: format.includes("D") ? "long" : "short" });
	if (format.includes("D") || (format.includes("d") && !sameYear(unix, reader))) options.year = "numeric";
	if (/t/i.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
	if (format.includes("T")) options.second = "2-digit";
	if (!/[wdt]/i.test(format)) return undefined;
	return new Intl.DateTimeFormat(reader.locale, options).format(unix * 1000);
}

/** In the largest unit that fits, such as "5 minutes ago" or "yesterday". */
function formatRelative(unix: number, { locale, now }: Reader): string {
	const distance = unix - now;
	const [unit, seconds] = units.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1];
	return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(distance / seconds), unit);
}

export function formatTime(unix: number, reader: Reader): string {
	return new Intl.DateTimeFormat(reader.locale, {
		...zone(reader),
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	}).format(unix * 1000);
}

/** "Today", "Yesterday", or a date such as "November 18". A date of another year includes the year. */
export function formatDay(unix: number, reader: Reader): string {
	const days = (Date.parse(dayOf(unix, reader)) - Date.parse(dayOf(reader.now, reader))) / (dayInSeconds * 1000);
	const relative = new Intl.RelativeTimeFormat(reader.locale, { numeric: "auto" });
	if (days === 0 || days === -1) {
		const text = relative.format(days, "day");
		return text.charAt(0).toUpperCase() + text.slice(1);
	}
	return new Intl.DateTimeFormat(reader.locale, {
		...zone(reader),
		day: "numeric",
		month: "long",
		...(sameYear(unix, reader) ? {} : { year: "numeric" }),
	}).format(unix * 1000);
}

/** The time of day for a message of today, and the date for an older one. */
export function formatMoment(unix: number, reader: Reader): string {
	if (dayOf(unix, reader) === dayOf(reader.now, reader)) return formatTime(unix, reader);
	return formatDateTime(unix, "d", reader) ?? "";
}

export function formatFull(unix: number, reader: Reader): string {
	return formatDateTime(unix, "DT", reader) ?? "";
}

/** Such as `2026-11-20`. */
export function dayOf(unix: number, reader: Reader): string {
	return dayFormat(reader.timeZone).format(unix * 1000);
}

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Kept, because the page needs the day of every message at once. */
function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
	let format = dayFormats.get(timeZone);
	if (!format) {
		format = new Intl.DateTimeFormat("sv-SE", { ...(timeZone === undefined ? {} : { timeZone }), dateStyle: "short" });
		dayFormats.set(timeZone, format);
	}
	return format;
}

function sameYear(unix: number, reader: Reader): boolean {
	return dayOf(unix, reader).slice(0, 4) === dayOf(reader.now, reader).slice(0, 4);
}

function zone({ timeZone }: Reader): Intl.DateTimeFormatOptions {
	return timeZone === undefined ? {} : { timeZone };
}
