/** Minutes of the local day. They span midnight if `until` is not after `from`. */
export interface QuietHours {
	from: number;
	until: number;
}

/** `at`: the minute of the local day. `day`: the weekday of a weekly digest; 1 is Monday. */
interface DigestTime {
	every: "daily" | "weekly";
	at: number;
	day: number;
}

/** `minutes` count from local midnight. */
interface LocalTime {
	/** Such as `2027-03-14`. */
	day: string;
	minutes: number;
}

const minuteMs = 60_000;
export const dayMs = 86_400_000;
/**
 * Minutes of the local day. Notifications that can wait are sent from nine in the morning until nine in the evening.
 */
const [opens, closes] = [9 * 60, 21 * 60];

export function localTime(at: Date, timeZone: string): LocalTime {
	const local = new Date(at.getTime() + offsetAt(at.getTime(), timeZone));
	return { day: local.toISOString().slice(0, 10), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

export function isDaytime({ minutes }: LocalTime): boolean {
	return minutes >= opens && minutes < closes;
}

/** Nine o'clock in local time. */
export function nextMorning(now: Date, timeZone: string): Date {
	return nextDigest(now, timeZone, { every: "daily", at: opens, day: 1 });
}

/** Null outside the quiet hours. */
export function quietEnd(now: Date, timeZone: string, { from, until }: QuietHours): Date | null {
	const today = localDay(now, timeZone);
	for (const day of [today - 1, today]) {
		const start = instantOf(timeZone, day, from);
		const end = instantOf(timeZone, until > from ? day : day + 1, until);
		if (start <= now && now < end) return end;
	}
	return null;
}

export function nextDigest(now: Date, timeZone: string, { every, at, day: weekday }: DigestTime): Date {
	// Today's time may have passed. The loop ends within eight days.
	for (let day = localDay(now, timeZone); ; day += 1) {
		const time = instantOf(timeZone, day, at);
		if (time > now && (every === "daily" || weekdayOf(day) === weekday)) return time;
	}
}

/** Counts from 1970-01-01. */
function localDay(now: Date, timeZone: string): number {
	return Math.floor((now.getTime() + offsetAt(now.getTime(), timeZone)) / dayMs);
}

/** 1 is Monday, 7 is Sunday. Day 0, 1970-01-01, was a Thursday. */
function weekdayOf(day: number): number {
	return ((((day + 3) % 7) + 7) % 7) + 1;
}

/**
 * If a clock change makes the time occur twice, returns the first instant. If it skips the time, returns the time
 * shifted by the change, such as 03:30 for 02:30.
 */
function instantOf(timeZone: string, day: number, minute: number): Date {
	const local = day * dayMs + minute * minuteMs;
	const isValid = (at: number) => at + offsetAt(at, timeZone) === local;
	const early = local - offsetAt(local - dayMs, timeZone);
	const late = local - offsetAt(local + dayMs, timeZone);
	return new Date(isValid(early) || !isValid(late) ? early : late);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the local time is ahead of UTC. Negative if it is behind. */
export function offsetAt(at: number, timeZone: string): number {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat("en-US", {
			timeZone,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
	formats.set(timeZone, format);
	const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
	const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
	return local - Math.floor(at / 1000) * 1000;
}

const time = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?`;
const pattern = new RegExp(String.raw`^${time}\s*(?:-|–|—|to|till|до|\s)\s*${time}$`, "i");

/**
 * Returns the hours in a text such as `22-7`, `22:30 - 6:45` or `10pm-7am`. Returns null for any other text, or if both
 * times are the same.
 */
export function readHours(text: string): QuietHours | null {
	const [whole, fromHour, fromMinute, fromHalf, untilHour, untilMinute, untilHalf] = pattern.exec(text.trim()) ?? [];
	if (whole === undefined) return null;
	const from = minuteOf(fromHour, fromMinute, fromHalf);
	const until = minuteOf(untilHour, untilMinute, untilHalf);
	return from === null || until === null || from === until ? null : { from, until };
}

/** Returns the minute of the day for a text such as `9`, `9:30` or `9pm`. Null for any other text. */
export function readTime(text: string): number | null {
	const [, hour, minute, half] = new RegExp(`^${time}$`, "i").exec(text.trim()) ?? [];
	return minuteOf(hour, minute, half);
}

function minuteOf(hour: string | undefined, minute = "0", half?: string): number | null {
	const read = Number(hour ?? Number.NaN);
	// 12am is midnight and 12pm is noon.
	const hours =
		half === undefined ? read : read > 12 ? Number.NaN : (read % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
	const minutes = hours * 60 + Number(minute);
	return hours <= 24 && Number(minute) < 60 && minutes <= 24 * 60 ? minutes % (24 * 60) : null;
}

/** Formats a minute of the day, such as `22:05`. */
export function timeLabel(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

export function hoursLabel({ from, until }: QuietHours): string {
	return `${timeLabel(from)}–${timeLabel(until)}`;
}

/** The runtime still returns these old names. */
const renamed: ReadonlyMap<string, string> = new Map([
	["Africa/Asmera", "Africa/Asmara"],
	["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
	["America/Catamarca", "America/Argentina/Catamarca"],
	["America/Coral_Harbour", "America/Atikokan"],
	["America/Cordoba", "America/Argentina/Cordoba"],
	["America/Godthab", "America/Nuuk"],
	["America/Indianapolis", "America/Indiana/Indianapolis"],
	["America/Jujuy", "America/Argentina/Jujuy"],
	["America/Louisville", "America/Kentucky/Louisville"],
	["America/Mendoza", "America/Argentina/Mendoza"],
	["Asia/Calcutta", "Asia/Kolkata"],
	["Asia/Katmandu", "Asia/Kathmandu"],
	["Asia/Rangoon", "Asia/Yangon"],
	["Asia/Saigon", "Asia/Ho_Chi_Minh"],
	["Atlantic/Faeroe", "Atlantic/Faroe"],
	["Europe/Kiev", "Europe/Kyiv"],
	["Pacific/Enderbury", "Pacific/Kanton"],
	["Pacific/Ponape", "Pacific/Pohnpei"],
	["Pacific/Truk", "Pacific/Chuuk"],
]);

/** `Europe/Kyiv` for `Europe/Kiev`. */
export function zoneName(timeZone: string): string {
	return renamed.get(timeZone) ?? timeZone;
}

/**
 * By its IANA name, old or current, in upper or lower case, or by its city alone. Returns the spelling of the runtime.
 */
export function findZone(text: string): string | undefined {
	// Offsets such as +03:00 ignore daylight saving time.
	if (!/^[a-z]/i.test(text)) return undefined;
	const name = text.replace(/ +/g, "_");
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		const city = `/${name.toLowerCase()}`;
		const isCity = (zone: string) => zone.toLowerCase().endsWith(city);
		return Intl.supportedValuesOf("timeZone").find((zone) => isCity(zone) || isCity(zoneName(zone)));
	}
}
