import { Composer } from "grammy";
import { recognise } from "../../../rules/recognise.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { isElsewhere, repeated } from "../../meant.ts";
import { routes } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { onTaps } from "../../taps.ts";
import { guardSumView, guardView, lowBalanceView, readSum } from "./view.ts";

/** What keeps a person from spending by mistake: a cap a day, a second question, word of a low balance. */
export function createGuard({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(onTaps(routes.guardSum, { sum: (ctx, { value }) => save(ctx, value ? Number(value) : null) }));
	// While the question stands there, a sum that is typed answers it, and what is none asks again: words as well.
	handlers.on("message:text", async (ctx, next) => {
		const { text } = ctx.msg;
		const asked = ctx.screen?.feature === routes.guardSum.name ? routes.guardSum.parse(ctx.screen.params) : null;
		if (!asked || text.startsWith("/")) return await next();
		const sum = readSum(text);
		if (sum !== null) await save(ctx, sum);
		else if (isElsewhere(text) && recognise(text).is !== "base") await next();
		else ctx.show(routes.guardSum, { which: asked.which, bad: repeated(text) });
	});

	async function save(ctx: BotContext, cents: number | null): Promise<void> {
		const params = routes.guardSum.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.outdated, {});
		const { which } = params;
		const result = await actions.settings.guard({ personId: ctx.person.id, [which]: cents });
		if (result.kind === "saved") ctx.show(routes.guard, { note: "guard-saved" });
		else ctx.show(routes.guardSum, { which, bad: String((cents ?? 0) / 100) });
	}

	const screens = [
		drawn(routes.guard, async ({ params, person, t }) => {
			const { guard } = await actions.settings.read({ personId: person.id });
			return guardView(t, guard, params.note);
		}),
		drawn(routes.guardSum, ({ params, t }) => guardSumView(t, params.which, params.bad)),
		drawn(routes.lowBalance, ({ params, t }) => lowBalanceView(t, params, settings.topUpUrl)),
	];
	return { screens, handlers };
}
