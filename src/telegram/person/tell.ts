import type { Core } from "../core.ts";
import { messageObject } from "../objects/message.ts";
import type { MessageRow } from "../state/rows.ts";
import type { Place } from "./place.ts";

/** Tells the bot of a new or edited message, if it gets to see it. */
export function tellMessage(core: Core, place: Place, row: MessageRow, edited = false): void {
	if (place.chat.kind === "group" && !seesMessage(core, place.chat.group.bot, row)) return;
	core.updates.push(edited ? "edited_message" : "message", row.chat, messageObject(core.state, row));
}

/**
 * Privacy mode: in a group a bot sees commands meant for it, replies to it, mentions of it and what came through it;
 * an administrator, and a bot with the mode turned off, sees everything ([API] bots/features#privacy-mode).
 */
function seesMessage({ state }: Core, bot: "administrator" | "member" | "left" | "kicked", row: MessageRow): boolean {
	if (bot === "left" || bot === "kicked") return false;
	if (bot === "administrator" || state.bot.readsAllGroupMessages || row.content.type === "service") return true;
	const replied = row.replyTo === undefined ? undefined : state.message(row.chat, row.replyTo);
	return row.viaBot === true || replied?.sender === state.bot.id || isMeant(state.bot.username, row);
}

function isMeant(username: string, { content }: MessageRow): boolean {
	if (!("entities" in content)) return false;
	const { text, entities } = content;
	return entities.some(({ type, offset, length }) => {
		const words = text.slice(offset, offset + length).toLowerCase();
		if (type === "mention") return words === `@${username.toLowerCase()}`;
		return type === "bot_command" && (!words.includes("@") || words.endsWith(`@${username.toLowerCase()}`));
	});
}
