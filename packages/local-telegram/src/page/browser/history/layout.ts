import type { MessageView } from "../../../protocol.ts";

/** A run is a series of messages by one sender, with pauses of at most ten minutes. */
export interface Row {
	message: MessageView;
	opensRun: boolean;
	closesRun: boolean;
}

export interface Day {
	/** The calendar day, such as `2026-11-20`. */
	key: string;
	/** In Unix seconds. */
	at: number;
	rows: Row[];
}

const longestPause = 600;

/**
 * `messages` begins with the oldest one. The sender's name is shown only above the first message of a run, and the
 * avatar only at the last.
 */
export function layOut(messages: readonly MessageView[], dayOf: (unix: number) => string): Day[] {
	const days: Day[] = [];
	const keys = messages.map(({ date }) => dayOf(date));
	const sameRun = (one: number, next: number) => keys[one] === keys[next] && follows(messages[one], messages[next]);
	for (const [index, message] of messages.entries()) {
		const key = keys[index] ?? "";
		let day = days.at(-1);
		if (day?.key !== key) {
			day = { key, at: message.date, rows: [] };
			days.push(day);
		}
		day.rows.push({
			message,
			opensRun: !sameRun(index - 1, index),
			closesRun: !sameRun(index, index + 1),
		});
	}
	return days;
}

/** A new day ends a run too. */
function follows(before: MessageView | undefined, after: MessageView | undefined): boolean {
	if (!before || !after || before.service !== undefined || after.service !== undefined) return false;
	return before.sender.id === after.sender.id && after.date - before.date <= longestPause;
}

const sizes = ["B", "KB", "MB", "GB"];

/** `1234567` becomes "1.2 MB". */
export function formatSize(bytes: number): string {
	const power = Math.min(sizes.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
	const value = bytes / 1024 ** power;
	return `${power === 0 ? value : value.toFixed(1)} ${sizes[power]}`;
}
