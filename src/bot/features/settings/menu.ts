import type { BotContext } from "../../context.ts";
import { ScreenMenu } from "../../input/menu.ts";
import { routes } from "../../routes.ts";

/** Returns the menu with a button for each setting. */
export function settingsMenu(): ScreenMenu {
	const menu = new ScreenMenu("settings");
	const button = (key: string, press: (ctx: BotContext) => void) => menu.text(({ t }) => t(key), press);
	button("settings-language", (ctx) => ctx.show(routes.language, {}));
	button("settings-zone", (ctx) => ctx.show(routes.zones, {})).row();
	button("settings-spending-limits", (ctx) => ctx.show(routes.spendingLimits, {}));
	button("settings-alerts", (ctx) => ctx.show(routes.alerts, {})).row();
	button("settings-expiry", (ctx) => ctx.show(routes.expiryReminders, {}));
	button("settings-quiet-hours", (ctx) => ctx.show(routes.quietHours, {})).row();
	button("settings-digest", (ctx) => ctx.show(routes.digestSettings, {}));
	button("settings-autos", (ctx) => ctx.show(routes.autoRenewals, {})).row();
	button("settings-privacy", (ctx) => ctx.show(routes.privacy, {})).row();
	return button("button-home", (ctx) => ctx.show(routes.home, {}));
}
