import { Menu } from "@grammyjs/menu";
import type { InlineKeyboardButton } from "grammy/types";
import type { BotContext } from "../context.ts";
import type { T } from "../screens/texts.ts";

/**
 * A menu of static navigation that can be drawn without an update at hand. Its id is that of its screen, or begins
 * with it and a hyphen. Labels may read `ctx.t` and nothing else.
 */
export class ScreenMenu extends Menu<BotContext> {
	constructor(id: string) {
		// Taps are answered before any handler runs; an old layout is drawn again instead of being guessed at.
		super(id, { autoAnswer: false, onMenuOutdated: (ctx) => ctx.redraw() });
	}

	/** The keyboard as its labels read in this person's language. */
	async keyboard(t: T): Promise<InlineKeyboardButton[][]> {
		// The labels are the only part of a menu that asks for a context, and they ask for its texts alone.
		return await this.render({ t } as BotContext);
	}
}
