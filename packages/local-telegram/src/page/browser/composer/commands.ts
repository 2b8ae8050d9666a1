import type { CommandView } from "../../../protocol.ts";

/** The commands that begin with the text, such as `/sta`. An exact match comes first. */
export function matchCommands(text: string, commands: readonly CommandView[]): CommandView[] {
	const typed = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begun = commands.filter(({ command }) => command.startsWith(typed));
	return begun.toSorted((left, right) => Number(right.command === typed) - Number(left.command === typed));
}

/** For `@bot query`, returns the part after the bot's name. */
export function inlineQueryOf(text: string, botUsername: string): string | undefined {
	const name = `@${botUsername.toLowerCase()} `;
	return text.toLowerCase().startsWith(name) ? text.slice(name.length) : undefined;
}
