import type { AccountResult, AccountSummary } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer } from "../../format.ts";
import { type Html, html, lines, shorten } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { link, tap, url, type View } from "../../view.ts";

export interface AccountLinks {
	topUp: string | null;
	/** How many accounts this person has connected. */
	connections: number;
}

export function accountView(t: T, result: AccountResult, { topUp, connections }: AccountLinks): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { account, connection } = result;
	const sandbox = connection.account?.sandbox ?? false;
	const parts = [
		t.html("account-title", { user: String(account.userId), last4: connection.tokenLast4 }),
		lines([
			account.balanceCents !== null && t.html("account-balance", { money: t.money(account.balanceCents) }),
			sandbox && t.html("sandbox-note"),
		]),
		lines([state(t, "account-api", account.apiEnabled), state(t, "account-webhook", account.webhookEnabled)]),
		whitelist(t, account),
		account.defaults.length > 0 && lines([t.html("account-defaults"), ...account.defaults.slice(0, 10).map(fact)]),
		lines(account.others.slice(0, 10).map(fact)),
	];
	const switches = link(t("account-connections", { count: connections }), routes.connections, {});
	const leave = link(t("account-disconnect"), routes.disconnect, { connectionId: connection.id });
	return {
		text: lines(parts, "\n\n"),
		buttons: [
			[tap(t("button-refresh"), "again"), ...(topUp && !sandbox ? [url(t("operation-top-up"), topUp)] : [])],
			[
				link(t("account-profile"), routes.profile, {}),
				link(t("account-deliveries"), routes.deliveries, { failedOnly: false, page: 1 }),
			],
			[switches, leave],
			footer(t),
		],
	};
}

function state(t: T, key: string, on: boolean | null): Html | null {
	return on === null ? null : t.html(key, { on: String(on) });
}

function whitelist(t: T, { whitelist: entries }: AccountSummary): Html | null {
	if (entries === null) return null;
	if (entries.length === 0) return t.html("account-whitelist-empty");
	const shown = entries.slice(0, 20).map((entry) => html`<code>${shorten(entry, 60)}</code>`);
	return lines([t.html("account-whitelist", { count: entries.length }), ...shown]);
}

function fact({ name, value }: { name: string; value: string }): Html {
	return html`${shorten(name, 40)}: <code>${shorten(value, 80)}</code>`;
}
