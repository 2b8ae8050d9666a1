import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen, type ScreenKind } from "../../screens/define.ts";
import type { Route } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import type { View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { tokenView, webhookView, whitelistView } from "./access.ts";
import { profileCallbacks } from "./callbacks.ts";
import type { ChangeResultParams } from "./change-destination.ts";
import { defaultsView, edgesView, presetsView } from "./config.ts";
import { askSecretView, secretView } from "./secret.ts";
import type { SectionData } from "./section-view.ts";
import { profileInputs } from "./text-input.ts";
import { profileView } from "./view.ts";

/**
 * Handles *Profile → API*, the settings of the account at the service. The owner of the account can change them. Other
 * people see who can change them.
 */
export function createProfile(deps: FeatureDeps): Feature {
	const { actions, settings } = deps;
	const handlers = new Composer<BotContext>();
	handlers.command("api", (ctx) => ctx.show(routes.profile, {}));
	handlers.use(profileCallbacks(actions));

	/**
	 * Declares the screen of a section of the profile. A person who does not own the account sees a guide instead. The
	 * guide names the person who manages the account. For an external service, it says what to set up there.
	 */
	function section(route: Route<ChangeResultParams>, view?: (t: T, data: SectionData) => View): ScreenKind {
		return defineScreen(route, async ({ params: changeResult, person, t }) => {
			const result = await actions.profile.read({ personId: person.id });
			if (view && result.kind === "owned") return view(t, { ...result, changeResult, route });
			return profileView(t, result, { changeResult, serviceName: settings.serviceName, personId: person.id });
		});
	}

	const screens = [
		section(routes.profile),
		section(routes.profileToken, tokenView),
		section(routes.profileWhitelist, whitelistView),
		section(routes.profileWebhook, webhookView),
		section(routes.profileDefaults, defaultsView),
		section(routes.profilePresets, presetsView),
		section(routes.profileEdges, edgesView),
		defineScreen(routes.profileSecret, ({ params, t }) => askSecretView(t, params.noticeKey)),
		defineScreen(routes.secret, ({ params, secret, t }) => secretView(t, params.of, secret)),
	];
	return { screens, handlers, inputs: profileInputs(actions) };
}
