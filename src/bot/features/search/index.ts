import { Composer, type MiddlewareFn } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { screenForText } from "../../input/screen-for-text.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { isUnconnected, unconnectedView } from "../../screens/shared/pending-route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { backTo } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { searchConversation } from "./conversation.ts";
import { askView, invalidView, offerView, problemText, shortlistView, withJoinedName } from "./view.ts";

/** Looks up a name that the person types, sends with `/search`, or sends after the bot asks for a name. */
export function createSearch({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const enter = (ctx: BotContext) => ctx.conversation.enter(searchConversation.name);
	handlers.command("search", async (ctx, next) =>
		ctx.match === "" ? await enter(ctx) : await typed(ctx, ctx.match, next),
	);
	handlers.use(onCallback([routes.home, routes.invalid, routes.connected, routes.domains], { search: enter }));
	handlers.use(onCallback(routes.shortlist, listCallbacks(routes.shortlist)));
	const claimName: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text } = ctx.incoming;
		const isSearch = content === "text" && ctx.intent.is !== "remark" && ctx.intent.is !== "unsupported";
		await (isSearch ? typed(ctx, text, next) : next());
	};

	async function typed(ctx: BotContext, text: string, next: () => Promise<void>): Promise<void> {
		const found = screenForText(text, ctx.intent);
		// Store when a forwarded name was sent. If another forwarded message follows within seconds, the two names become a
		// list.
		const forwarded = ctx.msg?.forward_origin && { forwarded: ctx.msg.date };
		if (found) ctx.show(found.route, { ...found.params, ...forwarded });
		else await next();
	}

	const screens = [
		defineScreen(routes.searchAsk, ({ params, t }) =>
			askView(t, params.rejectedInput === undefined ? null : complaint(t, params)),
		),
		defineScreen(routes.invalid, ({ params, t }) => invalidView(t, params)),
		defineScreen(routes.offer, async ({ params, person, t }) => {
			const { name, from, joined, watched = false } = params;
			const back = from && backTo(t("button-back"), from);
			const result = await actions.search.name({ personId: person.id, name });
			if (isUnconnected(result)) return unconnectedView(t, { to: "offer", params }, settings);
			const here = routeRef(routes.offer, params);
			const view = offerView(t, result, back, here, watched);
			return joined === undefined ? view : withJoinedName(t, view, joined, here);
		}),
		defineScreen(routes.shortlist, async ({ params, person, t }) => {
			const result = await actions.search.base({ personId: person.id, base: params.base });
			if (isUnconnected(result)) return unconnectedView(t, { to: "shortlist", params }, settings);
			if (result.kind === "trouble") return troubleView(t, result);
			if (result.kind === "invalid") return offerView(t, result);
			return shortlistView(t, result, params);
		}),
	];
	return { screens, handlers, conversations: [searchConversation], claims: { name: claimName } };
}

function complaint(t: T, { rejectedInput: text = "", problem, part = "" }: ParamsOf<typeof routes.searchAsk>) {
	return problem === undefined ? t.html("search-none") : problemText(t, { text, problem, part });
}
