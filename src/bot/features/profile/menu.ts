import { ScreenMenu } from "../../input/menu.ts";
import { routes } from "../../routes.ts";

/** The sections of Profile → API, for the person who opened the account in this bot. */
export function profileMenu(): ScreenMenu {
	const menu = new ScreenMenu("profile");
	const sections = [
		["profile-token", routes.profileToken],
		["profile-whitelist", routes.profileWhitelist],
		["profile-webhook", routes.profileWebhook],
		["profile-defaults", routes.profileDefaults],
		["profile-presets", routes.profilePresets],
		["profile-edges", routes.profileEdges],
	] as const;
	for (const [index, [key, route]] of sections.entries()) {
		menu.text(
			({ t }) => t(key),
			(ctx) => ctx.show(route, {}),
		);
		if (index % 2 === 1) menu.row();
	}
	return menu
		.text(
			({ t }) => t("button-back"),
			(ctx) => ctx.show(routes.account, {}),
		)
		.text(
			({ t }) => t("button-home"),
			(ctx) => ctx.show(routes.home, {}),
		);
}
