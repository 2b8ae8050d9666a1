import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { type Route, routes } from "../../routes.ts";
import { drawn, type ScreenKind } from "../../screen.ts";
import type { T } from "../../texts.ts";
import type { View } from "../../view.ts";
import { tokenView, webhookView, whitelistView } from "./access.ts";
import type { Said } from "./after.ts";
import { tapsOfProfile } from "./changes.ts";
import { defaultsView, edgesView, presetsView } from "./config.ts";
import { profileMenu } from "./menu.ts";
import type { SectionData } from "./said.ts";
import { askSecretView, secretView } from "./secret.ts";
import { readTyped } from "./typed.ts";
import { profileView } from "./view.ts";

/** Profile -> API: the account as its owner manages it, or a guide to where that is done. */
export function createProfile(deps: FeatureDeps): Feature {
	const { actions, settings } = deps;
	const menu = profileMenu();
	const handlers = new Composer<BotContext>();
	handlers.command("api", (ctx) => ctx.show(routes.profile, {}));
	handlers.use(menu, tapsOfProfile(actions), readTyped(actions));

	const profile = drawn(routes.profile, async ({ params, person, t }) => {
		const result = await actions.profile.read({ personId: person.id });
		const { serviceName } = settings;
		return profileView(t, result, { said: params, serviceName, personId: person.id, keyboard: await menu.keyboard(t) });
	});

	/** A section is for the owner alone; anybody else sees the profile as they may see it. */
	function section(route: Route<Said>, view: (t: T, data: SectionData) => View): ScreenKind {
		return drawn(route, async ({ params: said, person, t }) => {
			const result = await actions.profile.read({ personId: person.id });
			const elsewhere = { said, serviceName: settings.serviceName, personId: person.id, keyboard: [] };
			return result.kind === "owned" ? view(t, { ...result, said }) : profileView(t, result, elsewhere);
		});
	}

	const screens = [
		profile,
		section(routes.profileToken, tokenView),
		section(routes.profileWhitelist, whitelistView),
		section(routes.profileWebhook, webhookView),
		section(routes.profileDefaults, defaultsView),
		section(routes.profilePresets, presetsView),
		section(routes.profileEdges, edgesView),
		drawn(routes.profileSecret, ({ params, t }) => askSecretView(t, params.note)),
		drawn(routes.secret, ({ params, secret, t }) => secretView(t, params.of, secret)),
	];
	return { screens, handlers };
}
