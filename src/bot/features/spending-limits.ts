import { Composer } from "grammy";
import type { LowBalance, SpendGuard } from "../../actions/index.ts";
import { readSum } from "../../rules/sum.ts";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../input/screen-input.ts";
import { footer, noticeText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { defineScreen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, tap, url, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

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

type Which = keyof SpendGuard;

const spendingLimits: readonly Which[] = ["dayCapCents", "askAboveCents", "lowBalanceCents"];
/** The highest limit. It means none. */
const mostCents = 2_000_000_000;
/** The limits to offer as buttons, in dollars. The person can type any other sum. */
const offered = [10, 50, 100, 250, 500, 1_000];

/** Returns the part of locale keys that names a limit, such as `cap` for `dayCapCents`. */
function keyOf(which: Which): string {
	return { dayCapCents: "cap", askAboveCents: "ask", lowBalanceCents: "low" }[which];
}

export function spendingLimitsView(t: T, guard: SpendGuard, noticeKey: string | undefined): View {
	const rows = spendingLimits.map((which) => {
		const sum = guard[which];
		const isUsual = sum === null && which === "askAboveCents";
		const money = sum === null || sum === mostCents ? t("spending-limits-none") : t.money(sum);
		const label = isUsual ? t("spending-limits-usual") : t(`spending-limits-${keyOf(which)}`, { money });
		return [link(label, routes.spendingLimit, { which })];
	});
	const back = link(t("button-back"), routes.account, {});
	const text = paragraphs([noticeText(t, noticeKey), t.html("spending-limits-title")]);
	return { text, buttons: [...rows, footer(t, back)] };
}

/** `cents`: the sum that the person named in a sentence. */
export function spendingLimitView(t: T, which: Which, rejectedInput: string | undefined, cents?: number): View {
	const sums = offered.map((dollars) => tap(t.money(dollars * 100), "sum", { value: String(dollars * 100) }));
	// Without a sum, the operator's limit of large orders applies. The largest sum turns it off.
	const asks = which === "askAboveCents";
	const none = [
		...(asks ? [tap(t("spending-limits-large"), "sum", { value: "" })] : []),
		tap(t("spending-limits-remove"), "sum", { value: asks ? String(mostCents) : "" }),
	];
	const named =
		cents === undefined
			? []
			: [tap(t("spending-limits-set", { money: t.money(cents) }), "sum", { value: String(cents), style: "primary" })];
	const parts = [
		rejectedInput !== undefined && t.html("spending-limits-bad", { input: rejectedInput }),
		t.html(`spending-limits-ask-${keyOf(which)}`),
	];
	const back = link(t("button-back"), routes.spendingLimits, {});
	return { text: paragraphs(parts), buttons: [named, ...inRows(sums, 3), none, footer(t, back)] };
}

/** Says that the balance has fallen below the person's limit. */
function lowBalanceView(t: T, { userId, sandbox, balanceCents }: LowBalance, topUpUrl: string | null): View {
	const warning = t.html("low-balance", { user: String(userId), money: t.money(balanceCents) });
	const topUp =
		topUpUrl !== null && !sandbox
			? [url(t("operation-top-up"), topUpUrl)]
			: [link(t("account-money"), routes.topUp, {})];
	return { text: paragraphs([warning, sandbox && t.html("sandbox-note")]), buttons: [topUp] };
}
