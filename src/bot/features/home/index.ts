import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { helpMenu, homeMenu, welcomeMenu } from "./menu.ts";
import { helpView, homeView } from "./view.ts";

/** `/start`, Home, `/help` and `/cancel`. `openSandbox` stands behind a button of the welcome. */
export function createHome(deps: FeatureDeps, openSandbox: (ctx: BotContext) => Promise<void>): Feature {
	const { actions, settings } = deps;
	const menus = {
		home: homeMenu(),
		welcome: welcomeMenu(settings.sandbox ? openSandbox : null),
		help: helpMenu(settings.supportUrl),
	};
	const handlers = new Composer<BotContext>();
	handlers.use(menus.home, menus.welcome, menus.help);
	handlers.command("start", (ctx) => ctx.show(routes.home, ctx.person.isNew ? { note: "home-greeting" } : {}));
	handlers.command("help", (ctx) => ctx.show(routes.help, {}));
	// Leaving was done before any dialogue saw the command; what is left is to say so.
	handlers.command("cancel", (ctx) => {
		ctx.show(routes.home, { note: ctx.dialogue.data === null ? "home-nothing" : "home-cancelled" });
	});

	const home = drawn(routes.home, async ({ params, person, t }) => {
		const connection = await actions.connection.current({ personId: person.id });
		const menu = connection ? menus.home : menus.welcome;
		const data = { connection, serviceName: settings.serviceName, note: params.note };
		return homeView(t, data, await menu.keyboard(t));
	});
	const help = drawn(routes.help, async ({ t }) => helpView(t, await menus.help.keyboard(t)));
	return { screens: [home, help], handlers };
}
