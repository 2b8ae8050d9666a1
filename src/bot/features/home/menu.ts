import type { BotContext } from "../../context.ts";
import { ScreenMenu } from "../../input/menu.ts";
import { routes } from "../../routes.ts";

/** Home has at most six actions. If there is something to resume, the Help button gives way and `/help` remains. */
export function homeMenu(resumed: boolean): ScreenMenu {
	const menu = new ScreenMenu(resumed ? "home-resumed" : "home");
	menu.text(({ t }) => t("home-search"), search);
	menu
		.text(
			({ t }) => t("home-domains"),
			(ctx) => ctx.show(routes.domains, { cursors: [], offset: 0 }),
		)
		.row();
	menu.text(
		({ t }) => t("home-operations"),
		(ctx) => ctx.show(routes.operations, {}),
	);
	menu
		.text(
			({ t }) => t("home-accounts"),
			(ctx) => ctx.show(routes.account, {}),
		)
		.row();
	menu.text(
		({ t }) => t("home-settings"),
		(ctx) => ctx.show(routes.settings, {}),
	);
	if (resumed) return menu;
	menu.text(
		({ t }) => t("home-help"),
		(ctx) => ctx.show(routes.help, {}),
	);
	return menu;
}

/** The actions for a person without an account. */
export function welcomeMenu(sandbox: null | ((ctx: BotContext) => Promise<void>)): ScreenMenu {
	const menu = new ScreenMenu("home-welcome");
	if (sandbox) menu.text({ text: ({ t }) => t("home-sandbox"), style: "success" }, sandbox).row();
	menu
		.text(
			({ t }) => t("home-connect"),
			(ctx) => ctx.show(routes.connect, {}),
		)
		.row();
	menu.text(
		({ t }) => t("home-language"),
		(ctx) => ctx.show(routes.language, {}),
	);
	menu.text(
		({ t }) => t("home-help"),
		(ctx) => ctx.show(routes.help, {}),
	);
	return menu;
}

export function helpMenu(supportUrl: string | null): ScreenMenu {
	const menu = new ScreenMenu("help");
	if (supportUrl) menu.url(({ t }) => t("help-support"), supportUrl).row();
	return menu.text(
		({ t }) => t("button-home"),
		(ctx) => ctx.show(routes.home, {}),
	);
}

async function search(ctx: BotContext): Promise<void> {
	await ctx.conversation.enter("search");
}
