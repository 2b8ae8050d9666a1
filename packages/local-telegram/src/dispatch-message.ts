import type { Core } from "./core.ts";
import { messageObject } from "./objects/message.ts";
import type { BotStatus, MessageRow } from "./state/rows.ts";

export function queueMessageUpdate(core: Core, row: MessageRow, edited = false): void {
	const group = core.state.groups.get(row.chat);
	if (group !== undefined && !seesMessage(core, group.bot, row)) return;
	const kind = group?.type === "channel" ? "channel_post" : "message";
	core.updates.push(edited ? `edited_${kind}` : kind, row.chat, messageObject(core.state, row));
}

/**
 * Source: Bot API, bots/features#privacy-mode. A bot that is an administrator, or that has no privacy mode, receives
 * all messages. Other bots receive:
 * - commands, unless they name another bot,
 * - messages that mention the bot or reply to it,
 * - messages sent through the bot in inline mode,
 * - service messages.
 *
 * A bot that is no longer a member receives only the message about its own removal.
 */
function seesMessage({ state }: Core, bot: BotStatus, row: MessageRow): boolean {
	if (bot === "left" || bot === "kicked") return isFarewell(state.bot.id, row);
	if (bot === "administrator" || state.bot.readsAllGroupMessages || row.content.type === "service") return true;
	const replied = row.replyTo === undefined ? undefined : state.message(row.chat, row.replyTo);
	return row.viaBot === true || replied?.sender === state.bot.id || isMeant(state.bot.username, row);
}

/** The last message that the bot receives from the group. */
function isFarewell(bot: number, { content }: MessageRow): boolean {
	return content.type === "service" && content.service.type === "member_left" && content.service.member === bot;
}

function isMeant(username: string, { content }: MessageRow): boolean {
	if (!("entities" in content)) return false;
	const { text, entities } = content;
	return entities.some(({ type, offset, length }) => {
		const token = text.slice(offset, offset + length).toLowerCase();
		if (type === "mention") return token === `@${username.toLowerCase()}`;
		return type === "bot_command" && (!token.includes("@") || token.endsWith(`@${username.toLowerCase()}`));
	});
}
