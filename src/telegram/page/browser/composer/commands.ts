import type { CommandView } from "../../../protocol.ts";

/**
 * Returns the commands that begin with the typed text, such as `/sta`. An exact match is first. Returns an empty list
 * for other texts, such as a command with an argument.
 */
export function matchCommands(text: string, commands: readonly CommandView[]): CommandView[] {
	const typed = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begun = commands.filter(({ command }) => command.startsWith(typed));
	return begun.toSorted((left, right) => Number(right.command === typed) - Number(left.command === typed));
}

/**
 * Returns the query part of a text such as `@bot query`, which is an inline query to this bot. Returns undefined for
 * other texts.
 */
export function inlineQueryOf(text: string, botUsername: string): string | undefined {
	const name = `@${botUsername.toLowerCase()} `;
	return text.toLowerCase().startsWith(name) ? text.slice(name.length) : undefined;
}
