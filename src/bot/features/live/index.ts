import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { type RouteRef, routeRef } from "../../screens/route.ts";
import { showTrouble } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { liveView } from "./view.ts";

/**
 * Handles the check *Is it live?*. It shows whether nameservers and resolvers already return the new state of a domain
 * after a change.
 */
export function createLive({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback([routes.domain, routes.zone, routes.live], {
			live: async (ctx, { value }) => open(ctx, { domain: value ?? "" }, routes.live.parse(ctx.screen?.params)?.from),
		}),
	);
	handlers.use(
		onCallback(routes.operation, {
			async live(ctx, { value }) {
				const operationId = routes.operation.parse(ctx.screen?.params)?.operationId ?? 0;
				await open(ctx, { domain: value ?? "", operationId }, routeRef(routes.operation, { operationId }));
			},
		}),
	);

	async function open(
		ctx: BotContext,
		subject: { domain: string; operationId?: number },
		from: RouteRef | undefined,
	): Promise<void> {
		const result = await actions.live.start({ personId: ctx.person.id, ...subject });
		if (result.kind === "trouble") return showTrouble(ctx, result);
		if (result.kind === "not_yours") return ctx.show(routes.domain, { domain: result.domain });
		const { watchId, domain } = result;
		ctx.show(routes.live, { watchId, domain, ...(from && { from }) });
	}

	const live = defineScreen(routes.live, async ({ params, person, t }) => {
		return liveView(t, await actions.live.read({ personId: person.id, watchId: params.watchId }), params);
	});
	return { screens: [live], handlers };
}
