import { Composer } from "grammy";
import type { AccountResult, Connection, Trouble } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { copyAge } from "../screens/format.ts";
import { lines, paragraphs } from "../screens/html.ts";
import { screen } from "../screens/screen.ts";
import { countAccounts, fact, factsOf } from "../screens/shared/account.ts";
import type { T } from "../screens/texts.ts";
import { troubleView } from "../screens/trouble.ts";
import { type Button, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** Shows the active account with current data from the service. */
export function createAccount({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("account", (ctx) => ctx.show(routes.account, {}));
	const account = screen(routes.account, {
		async load({ personId }) {
			const [result, connections, frozen] = await Promise.all([
				actions.account.read({ personId }),
				actions.connection.list({ personId }),
				actions.freeze.read({ personId, domain: "" }),
			]);
			return { result, connections, isFrozen: frozen?.freeze !== undefined };
		},
		view: (t, { result, ...links }) => accountView(t, result, links),
	});
	return feature([account], { handlers });
}

interface AccountLinks {
	/** The accounts that this person has connected; the active one is first. */
	connections: readonly Connection[];
	/** True while the account is frozen. The bot then confirms no orders for the account and no changes to it. */
	isFrozen?: boolean;
}

export function accountView(t: T, result: AccountResult, { connections, isFrozen = false }: AccountLinks): View {
	if (result.kind === "trouble") return shutView(t, result, connections);
	const { account, connection, events, asOf } = result;
	const sandbox = connection.account?.sandbox ?? false;
	const parts = [
		t.html("account-title", { user: String(account.userId), last4: connection.tokenLast4 }),
		copyAge(t, asOf),
		lines([
			account.balanceCents !== null && t.html("account-balance", { money: t.money(account.balanceCents) }),
			sandbox && t.html("sandbox-note"),
			isFrozen && t.html("freeze-note-account"),
		]),
		...factsOf(t, account),
		(events === "none" || events === "elsewhere") && t.html(`account-events-${events}`),
		lines(account.others.slice(0, 10).map(fact)),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			[link(t("account-money"), routes.topUp, {}), link(t("spending-open"), routes.spending, {})],
			[link(t("account-limits"), routes.spendingLimits, {}), link(t("freeze-open"), routes.freeze, { domain: "" })],
			[accountsButton(t, connections), link(t("account-profile"), routes.profile, {})],
			[link(t("programs-open"), routes.programs, {})],
		],
		back: tap(t("button-refresh"), "again"),
	};
}

/** Shows why the active account cannot be read. *Accounts* leads to another account, and disconnects this one. */
function shutView(t: T, trouble: Trouble, connections: readonly Connection[]): View {
	const { text, buttons: [steps = []] = [] } = troubleView(t, trouble);
	const active = connections.find((each) => each.active);
	if (!active) return { text, buttons: [steps] };
	const last4 = active.tokenLast4;
	const title = active.account
		? t.html("account-title", { user: String(active.account.userId), last4 })
		: t.html("account-unproved", { last4 });
	return { text: paragraphs([title, text]), buttons: [steps, [accountsButton(t, connections)]] };
}

function accountsButton(t: T, connections: readonly Connection[]): Button {
	return link(t("account-connections", { count: countAccounts(connections) }), routes.connections, {});
}
