import type { LowBalance, SpendGuard } from "../../actions/index.ts";
import { readSum } from "../../rules/request.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput, quoteInput } from "../input/screen-input.ts";
import { noticeText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, tap, url, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** A daily limit, a limit above which the bot asks twice, and a limit for low-balance alerts. */
export function createSpendingLimits({ actions, settings }: FeatureDeps): Feature {
	async function save(
		{ personId, params: { which } }: Act<ParamsOf<typeof routes.spendingLimit>>,
		cents: number | null,
	) {
		const result = await actions.settings.guard({ personId, [which]: cents });
		if (result.kind === "saved") return to(routes.spendingLimits, { noticeKey: "spending-limits-saved" });
		return { rejectedInput: String((cents ?? 0) / 100), cents: undefined };
	}

	return feature([
		screen(routes.spendingLimits, {
			load: ({ personId }) => actions.settings.read({ personId }),
			view: (t, { guard }, { params }) => spendingLimitsView(t, guard, params.noticeKey),
			back: () => routeRef(routes.account, {}),
		}),
		screen(routes.spendingLimit, {
			view: (t, { which, rejectedInput, cents }) => spendingLimitView(t, which, rejectedInput, cents),
			back: () => routeRef(routes.spendingLimits, {}),
			on: { sum: (act) => save(act, act.value ? Number(act.value) : null) },
			text(act) {
				const sum = readSum(act.value);
				if (sum !== null) return save(act, sum);
				// A single word is an invalid answer and not a name to look up.
				return !isOtherInput(act.ctx) && { rejectedInput: quoteInput(act.value), cents: undefined };
			},
		}),
		screen(routes.lowBalance, { view: (t, balance) => lowBalanceView(t, balance, settings.topUpUrl) }),
	]);
}

type Which = keyof SpendGuard;

const spendingLimits: readonly Which[] = ["dayCapCents", "askAboveCents", "lowBalanceCents"];
/** The highest limit. It means none. */
const mostCents = 2_000_000_000;
/** The limits to offer as buttons, in dollars. The person can type any other sum. */
const offered = [10, 50, 100, 250, 500, 1_000];

/** The part of locale keys that names a limit. */
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
	return { text: paragraphs([noticeText(t, noticeKey), t.html("spending-limits-title")]), buttons: rows };
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
	return { text: paragraphs(parts), buttons: [named, ...inRows(sums, 3), none] };
}

function lowBalanceView(t: T, { userId, sandbox, balanceCents }: LowBalance, topUpUrl: string | null): View {
	const warning = t.html("low-balance", { user: String(userId), money: t.money(balanceCents) });
	const topUp =
		topUpUrl !== null && !sandbox
			? [url(t("operation-top-up"), topUpUrl)]
			: [link(t("account-money"), routes.topUp, {})];
	return { text: paragraphs([warning, sandbox && t.html("sandbox-note")]), buttons: [topUp], closed: true };
}
