import type { AccountResult } from "../../../actions/index.ts";
import type { BotSettings } from "../../feature.ts";
import { footer, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, link, tap, url, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** What one tap may add to a sandbox account, in cents. The button shows the sum that it adds. */
const bounds = { least: 100, most: 1_000_000 };
/** The sums to offer, in cents, if the person named none. */
const offered = [5_000, 20_000, 50_000];

export function topUpView(
	t: T,
	{ cents: asked, noticeKey }: ParamsOf<typeof routes.topUp>,
	result: AccountResult,
	{ serviceName, topUpUrl }: Pick<BotSettings, "serviceName" | "topUpUrl">,
): View {
	const back = link(t("button-back"), routes.account, {});
	if (result.kind === "trouble") return troubleView(t, result, back);
	const { account, connection } = result;
	const sandbox = connection.account?.sandbox ?? false;
	if (sandbox && !connection.account?.owned) {
		const text = paragraphs([t.html("quote-top-up-shared"), noticeText(t, noticeKey)]);
		return { text, buttons: [footer(t, back)] };
	}
	const cents = asked === undefined || !sandbox ? asked : Math.min(Math.max(asked, bounds.least), bounds.most);
	const money = cents === undefined ? "none" : t.money(cents);
	const sums = cents === undefined ? offered : [cents];
	const add = sums.map((sum): Button[] => [
		tap(t("top-up-add", { money: t.money(sum) }), "add", { value: String(sum), style: "primary" }),
	]);
	const elsewhere: Button[][] = topUpUrl === null ? [] : [[url(t("operation-top-up"), topUpUrl)]];
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			account.balanceCents !== null && t.html("account-balance", { money: t.money(account.balanceCents) }),
			sandbox ? t.html("top-up-play", { money }) : t.html("top-up-real", { money, service: serviceName ?? "none" }),
		]),
		buttons: [...(sandbox ? add : elsewhere), footer(t, back)],
	};
}
