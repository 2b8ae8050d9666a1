import type { CommandView } from "../../../protocol.ts";

/** Returns the commands that start with the typed text, an exact match first. A text with a space has none. */
export function matchCommands(text: string, commands: readonly CommandView[]): CommandView[] {
	const typed = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begun = commands.filter(({ command }) => command.startsWith(typed));
	return begun.toSorted((left, right) => Number(right.command === typed) - Number(left.command === typed));
}

/** Returns the query if the text is an inline query to this bot (`@bot query`), otherwise undefined. */
export function inlineQueryOf(text: string, botUsername: string): string | undefined {
	const name = `@${botUsername.toLowerCase()} `;
	return text.toLowerCase().startsWith(name) ? text.slice(name.length) : undefined;
}
