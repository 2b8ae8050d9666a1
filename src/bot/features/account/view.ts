import type { AccountResult, AccountSummary, Connection, Trouble } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer } from "../../format.ts";
import { type Html, html, lines, shorten } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, url, type View } from "../../view.ts";

export interface AccountLinks {
	topUp: string | null;
	/** What this person has connected, the active one first. */
	connections: readonly Connection[];
}

export function accountView(t: T, result: AccountResult, { topUp, connections }: AccountLinks): View {
	if (result.kind === "trouble") return shutView(t, result, connections);
	const { account, connection, events } = result;
	const sandbox = connection.account?.sandbox ?? false;
	const parts = [
		t.html("account-title", { user: String(account.userId), last4: connection.tokenLast4 }),
		lines([
			account.balanceCents !== null && t.html("account-balance", { money: t.money(account.balanceCents) }),
			sandbox && t.html("sandbox-note"),
		]),
		lines([state(t, "account-api", account.apiEnabled), state(t, "account-webhook", account.webhookEnabled)]),
		(events === "none" || events === "elsewhere") && t.html(`account-events-${events}`),
		whitelist(t, account),
		account.defaults.length > 0 && lines([t.html("account-defaults"), ...account.defaults.slice(0, 10).map(fact)]),
		lines(account.others.slice(0, 10).map(fact)),
	];
	return {
		text: lines(parts, "\n\n"),
		buttons: [
			[tap(t("button-refresh"), "again"), ...(topUp && !sandbox ? [url(t("operation-top-up"), topUp)] : [])],
			[
				link(t("account-profile"), routes.profile, {}),
				link(t("account-deliveries"), routes.deliveries, { failedOnly: false, page: 1 }),
			],
			waysOut(t, connection, connections),
			footer(t),
		],
	};
}

/** An account that cannot be read can still be left, for another one or for good. */
function shutView(t: T, trouble: Trouble, connections: readonly Connection[]): View {
	const { text, buttons: [steps = []] = [] } = troubleView(t, trouble);
	const active = connections.find((each) => each.active);
	if (!active) return { text, buttons: [steps, footer(t)] };
	const last4 = active.tokenLast4;
	const title = active.account
		? t.html("account-title", { user: String(active.account.userId), last4 })
		: t.html("account-unproved", { last4 });
	return { text: lines([title, text], "\n\n"), buttons: [steps, waysOut(t, active, connections), footer(t)] };
}

function waysOut(t: T, active: Connection, connections: readonly Connection[]): Button[] {
	return [
		link(t("account-connections", { count: countAccounts(connections) }), routes.connections, {}),
		link(t("account-disconnect"), routes.disconnect, { connectionId: active.id }),
	];
}

/** A token that was never proved is no account yet. */
export function countAccounts(connections: readonly Connection[]): number {
	return connections.filter((each) => each.account !== null).length;
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
