import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { accountView } from "./view.ts";

/** Shows the active account as the service describes it now. */
export function createAccount({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("account", (ctx) => ctx.show(routes.account, {}));
	const account = defineScreen(routes.account, async ({ person, t }) => {
		const who = { personId: person.id };
		const [result, connections] = await Promise.all([actions.account.read(who), actions.connection.list(who)]);
		return accountView(t, result, { topUp: settings.topUpUrl, connections });
	});
	return { screens: [account], handlers };
}
