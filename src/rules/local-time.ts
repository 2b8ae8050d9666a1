/** Minutes of the local day. They span midnight if `until` is not after `from`. */
export interface QuietHours {
	from: number;
	until: number;
}

/** `at`: the minute of the local day. `day`: the weekday of a weekly digest; 1 is Monday. */
export interface DigestTime {
	every: "daily" | "weekly";
	at: number;
	day: number;
}

/** `minutes` count from local midnight. */
export interface LocalTime {
	/** Such as `2027-03-14`. */
	day: string;
	minutes: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
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
