import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { routes } from "../../screens.ts";
import { accountView } from "./view.ts";

/** Shows the active account with current data from the service. */
export function createAccount({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("account", (ctx) => ctx.show(routes.account, {}));
	const account = defineScreen(routes.account, async ({ person, t }) => {
		const who = { personId: person.id };
		const [result, connections, frozen] = await Promise.all([
			actions.account.read(who),
			actions.connection.list(who),
			actions.freeze.read({ ...who, domain: "" }),
		]);
		return accountView(t, result, { topUp: settings.topUpUrl, connections, isFrozen: frozen?.freeze !== undefined });
	});
	return { screens: [account], handlers };
}
