import type { CommandView } from "../../../protocol.ts";

/**
 * If the text is the beginning of a command, such as `/sta`, returns the commands that begin with it. An exact match
 * comes first. Returns an empty list for any other text.
 */
export function matchCommands(text: string, commands: readonly CommandView[]): CommandView[] {
	const typed = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begun = commands.filter(({ command }) => command.startsWith(typed));
	return begun.toSorted((left, right) => Number(right.command === typed) - Number(left.command === typed));
}

/**
 * If the text is an inline query to this bot, such as `@bot query`, returns the part after the bot's name. Otherwise,
 * returns undefined.
 */
export function inlineQueryOf(text: string, botUsername: string): string | undefined {
	const name = `@${botUsername.toLowerCase()} `;
	return text.toLowerCase().startsWith(name) ? text.slice(name.length) : undefined;
}
