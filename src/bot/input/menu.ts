import { Menu } from "@grammyjs/menu";
import type { InlineKeyboardButton } from "grammy/types";
import type { BotContext } from "../context.ts";
import type { T } from "../screens/texts.ts";

/**
 * A static menu for navigation. A job can render it, outside an update, so its labels may use only `ctx.t`. Its id is
 * the name of the screen that shows it. Buttons that depend on data belong in a view instead.
 */
export class ScreenMenu extends Menu<BotContext> {
	constructor(id: string) {
		// `validateCallback` has already answered the callback query, so the menu must not answer it again.
		super(id, { autoAnswer: false, onMenuOutdated: (ctx) => ctx.redraw() });
	}

	async keyboard(t: T): Promise<InlineKeyboardButton[][]> {
		// The cast is safe, because the labels use only the property `t` of the context.
		return await this.render({ t } as BotContext);
	}
}
