import type { MessageView } from "../../../protocol.ts";

/** A message and its place among its neighbours: a run is what one sender says in one go. */
export interface Row {
	message: MessageView;
	opensRun: boolean;
	closesRun: boolean;
}

export interface Day {
	/** As `dayOf` gives it. */
	key: string;
	/** The first message's time. */
	at: number;
	rows: Row[];
}

const longestPause = 600;

/** Messages (oldest first) by day and by run. The tail of a bubble and the avatar stand at the end of a run. */
export function layOut(messages: readonly MessageView[], dayOf: (unix: number) => string): Day[] {
	const days: Day[] = [];
	for (const [index, message] of messages.entries()) {
		const key = dayOf(message.date);
		let day = days.at(-1);
		if (day?.key !== key) {
			day = { key, at: message.date, rows: [] };
			days.push(day);
		}
		day.rows.push({
			message,
			opensRun: !sameRun(messages[index - 1], message, dayOf),
			closesRun: !sameRun(message, messages[index + 1], dayOf),
		});
	}
	return days;
}

function sameRun(
	before: MessageView | undefined,
	after: MessageView | undefined,
	dayOf: (unix: number) => string,
): boolean {
	if (!before || !after || before.service !== undefined || after.service !== undefined) return false;
	if (before.sender.id !== after.sender.id || after.date - before.date > longestPause) return false;
	return dayOf(before.date) === dayOf(after.date);
}
