import { Menu } from "@grammyjs/menu";
import type { InlineKeyboardButton } from "grammy/types";
import type { BotContext } from "../context.ts";
import type { T } from "../screens/texts.ts";

/**
 * A static menu for navigation, which can be rendered without an update. Its id is the name of its screen. Its labels
 * may use only `ctx.t`. Buttons that depend on data belong in a view.
 */
export class ScreenMenu extends Menu<BotContext> {
	constructor(id: string) {
		// `validateCallback` has already answered the callback query.
		super(id, { autoAnswer: false, onMenuOutdated: (ctx) => ctx.redraw() });
	}

	/** Returns the keyboard in the language of `t`. */
	async keyboard(t: T): Promise<InlineKeyboardButton[][]> {
		// The labels use only the texts of the context.
		return await this.render({ t } as BotContext);
	}
}
