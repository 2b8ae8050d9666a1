import { Composer } from "grammy";
import { readSum } from "../../../rules/sum.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { lowBalanceView, spendingLimitsView, spendingLimitView } from "./view.ts";

/**
 * Handles the limits that protect a person from spending by mistake: a daily limit, a limit above which the bot asks
 * twice, and a limit for low-balance alerts.
 */
export function createSpendingLimits({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(onCallback(routes.spendingLimit, { sum: (ctx, { value }) => save(ctx, value ? Number(value) : null) }));
	// On this screen, a single word is an invalid answer and not a name to look up.
	const readLimit = acceptText(routes.spendingLimit, async (ctx, text, { which }) => {
		const sum = readSum(text);
		if (sum !== null) await save(ctx, sum);
		else if (isOtherInput(ctx)) return false;
		else ctx.show(routes.spendingLimit, { which, rejectedInput: quoteInput(text) });
		return true;
	});

	async function save(ctx: BotContext, cents: number | null): Promise<void> {
		const params = routes.spendingLimit.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.stepEnded, {});
		const { which } = params;
		const result = await actions.settings.guard({ personId: ctx.person.id, [which]: cents });
		if (result.kind === "saved") ctx.show(routes.spendingLimits, { noticeKey: "spending-limits-saved" });
		else ctx.show(routes.spendingLimit, { which, rejectedInput: String((cents ?? 0) / 100) });
	}

	const screens = [
		defineScreen(routes.spendingLimits, async ({ params, person, t }) => {
			const { guard } = await actions.settings.read({ personId: person.id });
			return spendingLimitsView(t, guard, params.noticeKey);
		}),
		defineScreen(routes.spendingLimit, ({ params, t }) =>
			spendingLimitView(t, params.which, params.rejectedInput, params.cents),
		),
		defineScreen(routes.lowBalance, ({ params, t }) => lowBalanceView(t, params, settings.topUpUrl)),
	];
	return { screens, handlers, inputs: [readLimit] };
}
