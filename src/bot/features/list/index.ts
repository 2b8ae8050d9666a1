import { Composer, type MiddlewareFn } from "grammy";
import { z } from "zod";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { routeRef } from "../../screens/route.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { isUnconnected, unconnectedView } from "../connect/pending-route.ts";
import { batchQuoteDestination, showOperation } from "../operation/destination.ts";
import { addMessage, finishList, listAt, pageSize } from "./assemble-list.ts";
import { countView, pageView } from "./view.ts";

const names = z.array(z.string());

/** A pasted or forwarded list of names. It is cleaned, looked up in batches and ordered as one. */
export function createList({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("search", async (ctx, next) => (show(ctx, ctx.match, true) ? undefined : await next()));
	const claimList: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text } = ctx.incoming;
		if (content !== "text" || !show(ctx, text)) await next();
	};
	const listOf = (ctx: BotContext) => routes.list.parse(ctx.screen?.params);
	handlers.use(
		onCallback(routes.list, {
			...listCallbacks(routes.list),
			card(ctx, { value }) {
				const list = listOf(ctx);
				ctx.show(routes.domain, { domain: value ?? "", ...(list && { from: routeRef(routes.list, list) }) });
			},
			async register(ctx, { value }) {
				const drafts = names.parse(JSON.parse(value ?? "[]")).map((domain) => ({ domain, years: 1 }));
				showOperation(
					ctx,
					batchQuoteDestination(await actions.quote.registerMany({ personId: ctx.person.id, drafts })),
				);
			},
		}),
	);

	/** Returns false for a text that is not a list. The parts of one paste make one list and get one reply. */
	function show(ctx: BotContext, text: string, every = false): boolean {
		const added = addMessage(listAt(ctx.screen), {
			text,
			intent: ctx.intent.is,
			at: ctx.msg?.date ?? 0,
			forwarded: ctx.msg?.forward_origin !== undefined,
			edited: ctx.editedMessage !== undefined,
			every,
		});
		if (added) ctx.show(routes.list, added.list, added.continues ? { where: "place" } : {});
		return added !== null;
	}

	const screen = defineScreen(routes.list, async ({ params, person, t }) => {
		const list = finishList(params);
		if (list.from === null) return countView(t, list);
		const page = list.names.slice(list.from, list.from + pageSize);
		const result = await actions.search.list({ personId: person.id, names: page });
		if (isUnconnected(result)) return unconnectedView(t, { to: "list", params: list }, settings);
		return pageView(t, list, result);
	});
	return { screens: [screen], handlers, claims: { list: claimList } };
}
