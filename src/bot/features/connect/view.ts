import type { Connection, Dismissal, Newcomer } from "../../../actions/connection/types.ts";
import type { Operation } from "../../../actions/operation/types.ts";
import type { Trouble } from "../../../actions/trouble.ts";
import { noticeText } from "../../screens/format.ts";
import { html, lines, paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { countAccounts } from "../../screens/shared/account.ts";
import { exampleButtons } from "../../screens/shared/examples.ts";
import { type PendingRoute, pendingRouteButton, unconnectedText } from "../../screens/shared/pending-route.ts";
import type { T } from "../../screens/texts.ts";
import { sandboxButton, troubleView } from "../../screens/trouble.ts";
import { type Button, copy, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The locale key of the notice that the service refused a stored token again. */
export const stillRefusedKey = "connect-refused-still";

/** What the views need to know about the service. */
export interface Service {
	name: string | null;
	sandbox: boolean;
}

export function connectView(
	t: T,
	service: Service,
	{ noticeKey, pendingRoute }: ParamsOf<typeof routes.connect>,
): View {
	const parts = [
		noticeText(t, noticeKey),
		pendingRoute && !noticeKey && unconnectedText(t, pendingRoute, service.sandbox),
		t.html("connect-ask", { service: service.name ?? "none" }),
		t.html("connect-safety"),
	];
	const test = noticeKey === stillRefusedKey ? [tap(t("connection-check-test"), "doctor", { style: "primary" })] : [];
	return { text: paragraphs(parts), buttons: [test, service.sandbox ? [sandboxButton(t)] : []] };
}

export interface Connected {
	last4: string;
	sandbox: boolean;
	balanceCents: number | null;
	others: number;
	/** True if the bot could not delete the message with the token. */
	undeleted: boolean;
	/** The screen that the person requested before connecting. */
	pendingRoute?: PendingRoute | undefined;
	/**
	 * The operations that wait for this person to confirm, to decide, or to restore the bot's access to the account.
	 * `first`: the newest of these operations. `count`: their number. Null if there are none.
	 */
	waiting: { first: Pick<Operation, "reference">; count: number } | null;
}

export function connectedView(t: T, connected: Connected): View {
	const { last4, sandbox, balanceCents, others, undeleted, pendingRoute, waiting } = connected;
	const parts = [
		t.html("connected-done", { last4 }),
		balanceCents !== null && t.html("connected-balance", { money: t.money(balanceCents) }),
		sandbox && t.html("sandbox-note"),
		others > 0 && t.html("connected-others", { count: others }),
		undeleted && t.html("connect-undeleted"),
		waiting && t.html("connected-waiting", { count: waiting.count }),
		!pendingRoute && !waiting && t.html("home-examples"),
	];
	const resume = pendingRoute && pendingRouteButton(t, pendingRoute);
	const first = [...(resume ? [[resume]] : []), ...(waiting ? [[waitingButton(t, waiting)]] : [])];
	const { name, word, list } = exampleButtons(t);
	const examples = first.length === 0 ? [[name, word], [list]] : [];
	return {
		text: paragraphs(parts),
		buttons: [...first, ...examples, [link(t("home-accounts"), routes.account, {})]],
	};
}

function waitingButton(t: T, { first: { reference }, count }: NonNullable<Connected["waiting"]>): Button {
	if (count > 1) return link(t("home-operations"), routes.operations, { filter: "needs_you" }, "primary");
	return tap(t("operation-open", { reference }), "reference", { value: reference, style: "primary" });
}

export function connectionCheckView(
	t: T,
	service: Service,
	trouble: Trouble,
	flags: {
		tested: boolean;
		undeleted: boolean;
		working: Connection | null;
		/** True if the person can edit the account's IP whitelist in this bot, under *Profile → API*. */
		owned: boolean;
	},
): View {
	const test = [tap(t("connection-check-test"), "test", { style: "primary" })];
	const undeleted = flags.undeleted && t.html("connect-undeleted");
	const { account, tokenLast4: last4 } = flags.working ?? {};
	const working = account && t.html("connection-check-working", { user: String(account.userId), last4: last4 ?? "" });
	if (trouble.trouble !== "forbidden") {
		const { text } = troubleView(t, trouble);
		return {
			text: paragraphs([text, t.html("connection-check-kept"), working, undeleted]),
			buttons: [test],
		};
	}
	const addresses = trouble.addresses ?? [];
	const known = addresses.length > 0;
	const parts = [
		flags.tested && t.html("connection-check-still"),
		t.html("connection-check-title"),
		t.html("connection-check-why", { service: service.name ?? "none" }),
		known ? lines(addresses.map((address) => html`<code>${address}</code>`)) : t.html("connection-check-unknown"),
		known &&
			(flags.owned ? t.html("connection-check-owned") : t.html("connection-check-steps", { count: addresses.length })),
		working,
		undeleted,
	];
	const remedies = flags.owned
		? [[link(t("profile-whitelist"), routes.profileWhitelist, {})]]
		: addresses.slice(0, 6).map((address) => [copy(t("connection-check-copy", { address }), address)]);
	return { text: paragraphs(parts), buttons: [...remedies, test] };
}

/** `open`: the number of unfinished operations, if any. `connection`: null if unknown. */
export function disconnectView(t: T, open: number | undefined, connection: Connection | null): View {
	const user = connection?.account ? String(connection.account.userId) : "none";
	const parts = [
		t.html("disconnect-ask", { user, last4: connection?.tokenLast4 ?? "none" }),
		open !== undefined && t.html("disconnect-open", { count: open }),
	];
	const yes = tap(t("disconnect-yes"), "disconnect", { style: "danger" });
	return { text: paragraphs(parts), buttons: [[yes]], back: link(t("operation-leave"), routes.connections, {}) };
}

/** Tells an earlier user of an account that another person has connected it. A button disconnects that person. */
export function accountSharedView(t: T, { name, userId, tokenLast4: last4, since, here, own }: Newcomer): View {
	const parts = [
		lines([
			t.html("account-shared-told", { name: name ?? "none", user: String(userId), last4 }),
			t.html("account-shared-since", { time: t.time(since) }),
		]),
		t.html("account-shared-advice", { here: String(here) }),
	];
	const refuse = tap(t("account-shared-refuse"), "refuse", { style: "danger" });
	const issue = here ? [tap(t("profile-token"), "manage", { value: String(own) })] : [];
	return { text: paragraphs(parts), buttons: [[refuse], issue] };
}

/** Tells a person that a new token of an account replaced theirs, and how to reconnect. */
export function accessLostView(t: T, connection: Connection | null): View {
	const { account, state, tokenLast4: last4 } = connection ?? {};
	if (!account || state !== "needs_token") return accessChangedView(t, connection !== null);
	const reason = t.html("access-lost-told", { user: String(account.userId), last4: last4 ?? "" });
	const value = String(connection?.id ?? 0);
	const repair = account.owned ? [tap(t("account-profile"), "manage", { value, style: "primary" })] : [];
	const text = paragraphs([reason, t.html("access-lost-advice", { owned: String(account.owned) })]);
	return { text, buttons: [[...repair, link(t("button-connect"), routes.connect, {})]] };
}

/** The person has connected again, or left the account. */
function accessChangedView(t: T, connected: boolean): View {
	return {
		text: t.html("access-lost-over", { now: connected ? "connected" : "left" }),
		gone: true,
	};
}

export function accessRemovedView(t: T, from: Dismissal | null): View {
	if (!from) return accessChangedView(t, true);
	const parts = [
		t.html("access-removed-told", { name: from.name ?? "none", user: String(from.userId) }),
		from.other !== null && t.html("access-removed-other", { user: String(from.other) }),
		t.html("access-removed-advice"),
	];
	return { text: paragraphs(parts), buttons: [[link(t("button-connect"), routes.connect, {})]] };
}

export function connectionsView(t: T, connections: readonly Connection[]): View {
	const rows = connections.map((each) => {
		const user = each.account ? String(each.account.userId) : t("connections-unproved");
		const vars = { user, last4: each.tokenLast4 };
		return [
			tap(t(each.active ? "connections-active" : "connections-other", vars), "switch", { value: String(each.id) }),
		];
	});
	const add = link(t("connections-add"), routes.connect, {});
	// The list shows the active account first. Another account can be disconnected after a switch to it.
	const disconnect = connections
		.filter((each) => each.active)
		.map(({ id, account, tokenLast4 }) =>
			link(t("account-disconnect", { user: String(account?.userId ?? `…${tokenLast4}`) }), routes.disconnect, {
				connectionId: id,
			}),
		);
	return {
		text: t.html("connections-title", { count: countAccounts(connections) }),
		buttons: [...rows, [add, ...disconnect]],
	};
}
