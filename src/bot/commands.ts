import type { Context, MiddlewareFn } from "grammy";
import { type Html, lines } from "./screens/html.ts";
import type { T } from "./screens/texts.ts";

/** Every command that is offered, in the order of the list; `command-<name>` describes it. */
export const commands = [
	"start",
	"search",
	"prices",
	"account",
	"domains",
	"renew",
	"dns",
	"ns",
	"edge",
	"alerts",
	"deliveries",
	"api",
	"ops",
	"op",
	"settings",
	"language",
	"privacy",
	"connect",
	"help",
	"cancel",
] as const;

/** What each command does, line by line. */
export function commandLines(t: T): Html {
	return lines(commands.map((command) => t.html("help-line", { command, does: t(`command-${command}`) })));
}

/**
 * A command counts however it was written: in capitals, with a bot's name behind it as a group's list inserts it, or
 * edited into a message.
 */
export const plainCommands: MiddlewareFn<Context> = async ({ update }, next) => {
	const message = update.message ?? update.edited_message;
	const [written, name] = /^\/(\w+)(?:@\w+)?/.exec(message?.text ?? "") ?? [];
	if (message?.text !== undefined && written !== undefined && name !== undefined) {
		const plain = `/${name.toLowerCase()}`;
		const text = `${plain}${message.text.slice(written.length)}`;
		const entity = { type: "bot_command", offset: 0, length: plain.length } as const;
		update.message = { ...message, text, entities: [entity] };
		delete update.edited_message;
	}
	await next();
};
