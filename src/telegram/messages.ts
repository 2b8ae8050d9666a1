import { seconds } from "./clock.ts";
import type { Core } from "./core.ts";
import type { ReplyMarkup } from "./rules/reply-markup.ts";
import type { MessageRow } from "./state/rows.ts";

/** A message that is not sent yet. */
export type Draft = Omit<MessageRow, "id" | "date">;

/** Puts a message into its chat. */
export function post(core: Core, draft: Draft): MessageRow {
	const row: MessageRow = { ...draft, id: core.state.nextMessageId(draft.chat), date: seconds(core.clock) };
	core.state.putMessage(row);
	if (draft.sender === core.state.bot.id) core.presence.stop(draft.chat);
	return row;
}

/** Puts a new version of a message in place of the old one; without a markup it has none. */
export function rewrite(
	core: Core,
	row: MessageRow,
	content: MessageRow["content"],
	markup: ReplyMarkup | null,
): MessageRow {
	const { markup: _markup, ...rest } = row;
	const next = { ...rest, content, edited: seconds(core.clock), ...(markup === null ? {} : { markup }) };
	core.state.putMessage(next);
	return next;
}
