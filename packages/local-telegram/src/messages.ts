import { seconds } from "./clock.ts";
import type { Core } from "./core.ts";
import type { ReplyMarkup } from "./rules/reply-markup.ts";
import type { MessageRow } from "./state/rows.ts";

export type Draft = Omit<MessageRow, "id" | "date">;

/** If the bot is the sender, its chat action in this chat ("typing…") ends. */
export function post(core: Core, draft: Draft): MessageRow {
	const row: MessageRow = { ...draft, id: core.state.nextMessageId(draft.chat), date: seconds(core.clock) };
	core.state.putMessage(row);
	if (draft.sender === core.state.bot.id) core.presence.stop(draft.chat);
	return row;
}

/** Also deletes the message's file if no other message contains it. */
export function remove({ state, blobs }: Pick<Core, "state" | "blobs">, row: MessageRow): void {
	state.deleteMessage(row);
	if (!("file" in row.content)) return;
	const { file: id } = row.content;
	const file = state.files.get(id);
	if (!file || state.allMessages().some(({ content }) => "file" in content && content.file === id)) return;
	state.files.delete(id);
	blobs.delete(file.uniqueId);
}

/** If `markup` is null, removes the keyboard. */
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
