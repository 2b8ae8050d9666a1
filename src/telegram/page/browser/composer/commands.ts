import type { CommandView } from "../../../protocol.ts";

/** The commands that start with the typed text, an exact match first; none if anything follows the name. */
export function matchCommands(text: string, commands: readonly CommandView[]): CommandView[] {
	const typed = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begun = commands.filter(({ command }) => command.startsWith(typed));
	return begun.toSorted((left, right) => Number(right.command === typed) - Number(left.command === typed));
}

/** The query of `@bot query`, if the text addresses this bot inline. */
export function inlineQueryOf(text: string, botUsername: string): string | undefined {
	const name = `@${botUsername.toLowerCase()} `;
	return text.toLowerCase().startsWith(name) ? text.slice(name.length) : undefined;
}
