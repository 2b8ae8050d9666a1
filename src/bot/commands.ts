import leven from "leven";
import { type Html, lines } from "./screens/html.ts";
import type { T } from "./screens/texts.ts";

/** The commands in Telegram's menu, in its order. The locale text `command-<name>` describes a command. */
export const menuCommands = ["start", "domains", "expiring", "dns", "orders", "watch", "account", "help"] as const;

/** The commands that a person types. `ops` is the earlier name of `orders`. */
const typedCommands = [
	"search",
	"prices",
	"renew",
	"ns",
	"edge",
	"freeze",
	"notifications",
	"alerts",
	"quiet",
	"digest",
	"deliveries",
	"api",
	"ops",
	"op",
	"spending",
	"programs",
	"settings",
	"language",
	"privacy",
	"connect",
	"cancel",
] as const;

export const commands = [...menuCommands, ...typedCommands];
export type Command = (typeof commands)[number];

/** The text of a command as words, such as `top up 50` for `/top_up 50`. */
export function wordsOfCommand(text: string): string {
	return text.replace(/^\//, "").replaceAll("_", " ");
}

function lineOf(t: T, command: Command): Html {
	return t.html("help-line", { command, does: t(`command-${command}`) });
}

/** Describes commands, one line each. */
export function commandLines(t: T, described: readonly Command[]): Html {
	return lines(described.map((command) => lineOf(t, command)));
}

/** Describes the three commands whose names are most like `name`. */
export function nearestCommands(t: T, name: string): Html {
	const distances = commands.map((command) => ({ command, distance: leven(name, command) }));
	const nearest = distances.sort((one, other) => one.distance - other.distance).slice(0, 3);
	return commandLines(
		t,
		nearest.map(({ command }) => command),
	);
}
