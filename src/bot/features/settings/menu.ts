import type { BotContext } from "../../context.ts";
import { ScreenMenu } from "../../input/menu.ts";
import { routes } from "../../routes.ts";
import type { Texts } from "../../screens/texts.ts";

export function settingsMenu(): ScreenMenu {
	const menu = new ScreenMenu("settings");
	menu.text(
		({ t }) => t("settings-language"),
		(ctx) => ctx.show(routes.language, {}),
	);
	menu
		.text(
			({ t }) => t("settings-zone"),
			(ctx) => ctx.show(routes.zones, {}),
		)
		.row();
	menu.text(
		({ t }) => t("settings-spending-limits"),
		(ctx) => ctx.show(routes.spendingLimits, {}),
	);
	menu
		.text(
			({ t }) => t("settings-alerts"),
			(ctx) => ctx.show(routes.alerts, {}),
		)
		.row();
	menu
		.text(
			({ t }) => t("settings-privacy"),
			(ctx) => ctx.show(routes.privacy, {}),
		)
		.row();
	return backHome(menu);
}

/** Shows each language by its own name, so that a person can leave a language that they cannot read. */
export function languageMenu(texts: Texts, choose: (ctx: BotContext, locale: string) => Promise<void>): ScreenMenu {
	const menu = new ScreenMenu("language");
	for (const [index, locale] of texts.locales.entries()) {
		menu.text(texts(locale)("language-name"), (ctx) => choose(ctx, locale));
		if (index % 2 === 1) menu.row();
	}
	if (texts.locales.length % 2 === 1) menu.row();
	menu.text(
		({ t }) => t("button-back"),
		(ctx) => ctx.show(routes.settings, {}),
	);
	return backHome(menu);
}

function backHome(menu: ScreenMenu): ScreenMenu {
	return menu.text(
		({ t }) => t("button-home"),
		(ctx) => ctx.show(routes.home, {}),
	);
}
