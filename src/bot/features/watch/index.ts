import { Composer } from "grammy";
import type { WantedName } from "../../../actions/index.ts";
import { readSum } from "../../../rules/sum.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { listCallbacks } from "../../screens/list.ts";
import { defineScreen } from "../../screens/screen.ts";
import { addWatch } from "../../screens/shared/ask.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { mostCeiling, readWatch, standingOrderView, watchedView, watchesView } from "./view.ts";

/**
 * Handles watches. A watch looks up a taken or expensive name regularly. It notifies the person when the name is
 * available, or costs less than their limit.
 */
export function createWatch({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();

	const add = (ctx: BotContext, wanted: WantedName | null) => addWatch(ctx, actions, wanted);

	handlers.command("watch", async (ctx) => {
		if (ctx.match.trim() === "") return ctx.show(routes.watches, {});
		const wanted = readWatch(ctx.match);
		// If the person already watches this name, a command without a price opens that watch and keeps its price limit.
		await add(ctx, wanted && { ...wanted, keepsExisting: wanted.underCents === null });
	});
	handlers.use(
		onCallback(routes.offer, {
			async watch(ctx, { value }) {
				const [name = "", cents] = (value ?? "").split(" ");
				const underCents = cents === undefined ? null : Number(cents);
				await add(ctx, { name, underCents, keepsExisting: true });
			},
		}),
	);
	/** Accepts a name with a price limit. A name alone stays a search, because the page says to search for a name first. */
	const readWanted = acceptText(routes.watches, async (ctx, text) => {
		const wanted = ctx.intent.is === "name" ? readWatch(text) : null;
		if (!wanted || wanted.underCents === null) return false;
		await add(ctx, wanted);
		return true;
	});
	handlers.use(onCallback(routes.watches, listCallbacks(routes.watches)));
	/**
	 * Watches the name on the screen for another year. `limit`: the new price limit in cents, or "" for no limit. Without
	 * `limit`, the old limit stays.
	 */
	const keep = async (ctx: BotContext, limit?: string) => {
		const found = await shownWatch(ctx);
		if (!found) return ctx.show(routes.watches, { noticeKey: "watch-gone" });
		const underCents = limit === undefined ? found.underCents : limit === "" ? null : Number(limit);
		await add(ctx, { name: found.domain, underCents, accountId: found.accountId });
	};
	const shownWatch = async (ctx: BotContext) => {
		const params = routes.watchedName.parse(ctx.screen?.params);
		return params && (await actions.watch.read({ personId: ctx.person.id, watchId: params.watchId }));
	};
	handlers.use(
		onCallback(routes.watchedName, {
			limit: (ctx, { value }) => keep(ctx, value ?? ""),
			extend: (ctx) => keep(ctx),
			async switch(ctx, { value }) {
				const found = await shownWatch(ctx);
				if (!found) return ctx.show(routes.watches, { noticeKey: "watch-gone" });
				await actions.connection.switchTo({ personId: ctx.person.id, connectionId: Number(value) });
				ctx.show(routes.offer, { name: found.domain, watched: true });
			},
			async unwatch(ctx) {
				const found = await shownWatch(ctx);
				if (!found) return ctx.show(routes.watches, { noticeKey: "watch-gone" });
				await actions.watch.stop({ personId: ctx.person.id, watchId: found.id });
				ctx.show(routes.watches, { noticeKey: "watch-stopped", name: found.domain });
			},
		}),
	);
	handlers.use(
		onCallback(routes.watchedName, {
			async keep_watch(ctx) {
				const found = await shownWatch(ctx);
				if (found) await actions.watch.setBuy({ personId: ctx.person.id, watchId: found.id, ceilingCents: null });
				ctx.redraw();
			},
		}),
		onCallback(routes.standingOrder, {
			sum: (ctx, { value }) => offerOrder(ctx, Number(value)),
			async allow(ctx) {
				const { watchId = 0, ceilingCents = 0 } = routes.standingOrder.parse(ctx.screen?.params) ?? {};
				const result = await actions.watch.setBuy({ personId: ctx.person.id, watchId, ceilingCents });
				if (result.kind !== "saved") return ctx.show(routes.watches, { noticeKey: "watch-gone" });
				ctx.show(routes.watchedName, { watchId, noticeKey: "buy-saved" });
			},
		}),
	);
	const offerOrder = (ctx: BotContext, ceilingCents: number) => {
		const { watchId = 0 } = routes.standingOrder.parse(ctx.screen?.params) ?? {};
		ctx.show(routes.standingOrder, { watchId, ceilingCents });
	};
	const readCeiling = acceptText(routes.standingOrder, (ctx, text, { watchId }) => {
		const sum = readSum(text);
		if (sum !== null && sum > 0 && sum <= mostCeiling) offerOrder(ctx, sum);
		else if (isOtherInput(ctx)) return false;
		else ctx.show(routes.standingOrder, { watchId, rejectedInput: quoteInput(text) });
		return true;
	});
	const screens = [
		defineScreen(routes.standingOrder, async ({ params, person, t }) => {
			const watch = await actions.watch.read({ personId: person.id, watchId: params.watchId });
			return standingOrderView(t, watch, params);
		}),
		defineScreen(routes.watches, async ({ params, person, t }) =>
			watchesView(t, await actions.watch.list({ personId: person.id }), params),
		),
		defineScreen(routes.watchedName, async ({ params, person, t }) =>
			watchedView(t, await actions.watch.read({ personId: person.id, watchId: params.watchId }), params.noticeKey),
		),
	];
	return { screens, handlers, inputs: [readWanted, readCeiling] };
}
