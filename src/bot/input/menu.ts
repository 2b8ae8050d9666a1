import { Menu } from "@grammyjs/menu";
import type { InlineKeyboardButton } from "grammy/types";
import type { BotContext } from "../context.ts";
import type { T } from "../screens/texts.ts";

/**
 * A static navigation menu that can be drawn without an update. Its id is the name of its screen. Labels may use only
 * `ctx.t`. Buttons that show data or change with it are rows of a view instead.
 */
export class ScreenMenu extends Menu<BotContext> {
	constructor(id: string) {
		// `validateCallback` has already answered the tap. An outdated menu is redrawn.
		super(id, { autoAnswer: false, onMenuOutdated: (ctx) => ctx.redraw() });
	}

	/** Returns the keyboard in the language of `t`. */
	async keyboard(t: T): Promise<InlineKeyboardButton[][]> {
		// Only the labels of a menu use the context, and they use only its texts.
		return await this.render({ t } as BotContext);
	}
}
