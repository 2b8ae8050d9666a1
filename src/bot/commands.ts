import { type Html, lines } from "./screens/html.ts";
import type { T } from "./screens/texts.ts";

/**
 * The commands of the bot, in the order in which Telegram lists them. The locale text `command-<name>` describes a
 * command.
 */
export const commands = [
	"start",
	"search",
	"prices",
	"account",
	"domains",
	"renew",
	"expiring",
	"dns",
	"ns",
	"edge",
	"watch",
	"alerts",
	"quiet",
	"digest",
	"deliveries",
	"api",
	"ops",
	"op",
	"spending",
	"settings",
	"language",
	"privacy",
	"connect",
	"help",
	"cancel",
] as const;

export function commandLines(t: T): Html {
	return lines(commands.map((command) => t.html("help-line", { command, does: t(`command-${command}`) })));
}
