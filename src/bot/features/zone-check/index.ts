import { Composer } from "grammy";
import { pageOf } from "../../../rules/pages.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { mailCheckView, zoneCheckView } from "./view.ts";

/** The maximum number of domains on one page. Each domain needs a call to the service. */
const pageSize = 8;

/**
 * Handles two checks for mistakes: one of the whole zone of a domain, and one of the mail records of several domains.
 * Neither changes anything.
 */
export function createZoneCheck({ actions }: FeatureDeps): Feature {
	const { dns } = actions;
	const handlers = new Composer<BotContext>();
	handlers.use(onCallback(routes.mailCheck, listCallbacks(routes.mailCheck)));
	const screens = [
		defineScreen(routes.zoneCheck, async ({ params, person, t }) => {
			return zoneCheckView(t, await dns.check({ personId: person.id, domain: params.domain }), params);
		}),
		defineScreen(routes.mailCheck, async ({ params, person, t }) => {
			const page = pageOf(params.domains, params.page ?? 1, pageSize);
			const result = await dns.checkMail({ personId: person.id, domains: page.items });
			if (result.kind === "trouble") return troubleView(t, result);
			return mailCheckView(t, { ...page, items: [...result.domains] }, params);
		}),
	];
	return { screens, handlers };
}
