import type { LowBalance, SpendGuard } from "../../../actions/index.ts";
import { footer, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, link, tap, url, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export type Which = keyof SpendGuard;

export const spendingLimits: readonly Which[] = ["dayCapCents", "askAboveCents", "lowBalanceCents"];
/** The limits to offer as buttons, in dollars. The person can type any other sum. */
const offered = [10, 50, 100, 250, 500, 1_000];

/** Returns the part of locale keys that names a limit, such as `cap` for `dayCapCents`. */
function keyOf(which: Which): string {
	return { dayCapCents: "cap", askAboveCents: "ask", lowBalanceCents: "low" }[which];
}

export function spendingLimitsView(t: T, guard: SpendGuard, noticeKey: string | undefined): View {
	const rows = spendingLimits.map((which) => {
		const sum = guard[which];
		const money = sum === null ? t("spending-limits-none") : t.money(sum);
		return [link(t(`spending-limits-${keyOf(which)}`, { money }), routes.spendingLimit, { which })];
	});
	const back = link(t("button-back"), routes.account, {});
	const text = paragraphs([noticeText(t, noticeKey), t.html("spending-limits-title")]);
	return { text, buttons: [...rows, footer(t, back)] };
}

export function spendingLimitView(t: T, which: Which, rejectedInput: string | undefined): View {
	const sums = offered.map((dollars) => tap(t.money(dollars * 100), "sum", { value: String(dollars * 100) }));
	const none = [tap(t("spending-limits-remove"), "sum", { value: "" })];
	const parts = [
		rejectedInput !== undefined && t.html("spending-limits-bad", { input: rejectedInput }),
		t.html(`spending-limits-ask-${keyOf(which)}`),
	];
	const back = link(t("button-back"), routes.spendingLimits, {});
	return { text: paragraphs(parts), buttons: [...inRows(sums, 3), none, footer(t, back)] };
}

/** Says that the balance has fallen below the person's limit. */
export function lowBalanceView(t: T, { userId, sandbox, balanceCents }: LowBalance, topUpUrl: string | null): View {
	const warning = t.html("low-balance", { user: String(userId), money: t.money(balanceCents) });
	const topUp =
		topUpUrl !== null && !sandbox
			? [url(t("operation-top-up"), topUpUrl)]
			: [link(t("account-money"), routes.topUp, {})];
	return { text: paragraphs([warning, sandbox && t.html("sandbox-note")]), buttons: [topUp] };
}
