import type { QuietHours } from "./local-time.ts";

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
