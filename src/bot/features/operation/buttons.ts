import { readOrderSentence } from "@domains/contract/order-refusal.ts";
import type { Operation } from "../../../actions/index.ts";
import { routeRef } from "../../screens/route.ts";
import { doneIn } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, url } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import {
	adjustButtons,
	answers,
	cancelButton,
	canRetry,
	connect,
	credentialButtons,
	dnsButton,
	othersOf,
	reconnectButtons,
	recordButtons,
	requoteButton,
	setUpButtons,
	setUpMany,
	takenButtons,
	undoButton,
	undoFinished,
} from "./button-groups.ts";

export interface Circumstances {
	now: Date;
	topUpUrl: string | null;
	supportUrl: string | null;
	/** The number of the quote whose next confirmation is final. If not set, the bot may ask for a second one. */
	finalQuoteNumber: number | undefined;
	/** True if a spending limit of the person requires the second confirmation. */
	guarded: boolean;
}

/**
 * Returns the buttons for what an operation allows now.
 * - A person who did not request the operation gets only the buttons for its history and, after success, links.
 * - Many screens show only the active account. If the operation belongs to another account, links to such screens are
 *   left out. An additional button then switches to that account, or asks for a token if the person is not connected to
 *   it.
 */
export function buttonsOf(t: T, operation: Operation, circumstances: Circumstances): Button[][] {
	const rows = [...actionsFor(t, operation, circumstances), undoFinished(t, operation), recordButtons(t, operation)];
	const { active, connectionId, userId } = operation.account;
	if (active) return rows;
	const kept = rows.map((row) => row.filter((button) => !isOfActiveAccount(button)));
	if (connectionId === null) return kept.flat().some(isConnect) ? kept : [...kept, [connect(t)]];
	if (kept.flat().length === rows.flat().length) return kept;
	const value = String(connectionId);
	return [...kept, [tap(t("operation-switch", { user: String(userId) }), "switch", { value })]];
}

function isOfActiveAccount(button: Button): boolean {
	return (
		button.kind === "tap" &&
		["go", "beside", "years", "change", "names", "review"].includes(button.verb) &&
		!isConnect(button) &&
		!isGuard(button)
	);
}

function isConnect(button: Button): boolean {
	return button.kind === "tap" && button.value === JSON.stringify(routeRef(routes.connect, {}));
}

function isGuard(button: Button): boolean {
	const limits = [routeRef(routes.spendingLimits, {}), routeRef(routes.spendingLimit, dayCap)];
	return button.kind === "tap" && limits.some((each) => button.value === JSON.stringify(each));
}

function actionsFor(t: T, operation: Operation, circumstances: Circumstances): Button[][] {
	const { state, mine, newer } = operation;
	if (state === "succeeded") return afterSuccess(t, operation);
	if (!mine) return [];
	switch (state) {
		case "quoted":
			return quoteButtons(t, operation, circumstances);
		case "confirmed":
			return [reconnectButtons(t, operation), cancelButton(t)];
		case "withdrawn":
		case "lapsed":
			return [requoteButton(t, operation)];
		case "failed":
			return [
				[...recoveryButtons(t, operation, circumstances), ...newAttemptButtons(t, operation)],
				operation.items.length > 1 ? takenButtons(t, operation) : [],
			];
		case "needs_human":
			return [[...reconnectButtons(t, operation), look(t)], ...answers(t, operation)];
		case "superseded":
			return newer === null ? [] : [[tap(t("operation-open", { reference: newer }), "reference", { value: newer })]];
		default:
			return [[...reconnectButtons(t, operation), look(t)], canStop(operation) ? cancelButton(t) : []];
	}
}

/** True if the operation is a change and the request for at least one domain was not sent yet. */
function canStop({ change, items }: Operation): boolean {
	return change !== null && items.some(({ state }) => state === "confirmed");
}

function afterSuccess(t: T, operation: Operation): Button[][] {
	const { kind, items, mine, undoable } = operation;
	const [only, ...others] = items;
	const missed = items.some((item) => item.phase !== "succeeded");
	const open =
		only && others.length === 0
			? link(t("operation-domain"), routes.domain, { domain: only.domain })
			: link(t("home-domains"), routes.domains, {});
	const years = chooseYears(t, items, kind);
	const retry = years.length > 0 ? years : canRetry(operation) ? [tap(t("operation-retry"), "requote")] : [];
	const fixProfile = mine && missed && isEdgeToBlame(operation) ? [edges(t)] : [];
	const undo = mine && undoable ? [undoButton(t)] : [];
	const isNew = kind === "register" && only !== undefined && others.length === 0;
	const next = isNew ? setUpButtons(t, only.domain) : kind === "register" && mine ? setUpMany(t, operation) : [];
	const another = isNew ? [linkInNewMessage(t("offer-others"), routes.shortlist, othersOf(only.domain))] : [];
	const isLive =
		mine && only && others.length === 0 && operation.change
			? [tap(t("domain-live"), "live", { value: only.domain })]
			: [];
	const isRecord = mine && kind === "dns" && only !== undefined && others.length === 0;
	const records = isRecord
		? [tap(t("operation-add-record"), "add_record", { value: only.domain }), dnsButton(t, only.domain)]
		: kind === "dns" && mine
			? [linkInNewMessage(t("mail-check"), routes.mailCheck, { domains: doneIn(items) })]
			: [];
	const taken = mine ? takenButtons(t, operation) : [];
	return [records, isLive, [open, ...(mine && missed ? retry : []), ...another, ...undo], fixProfile, taken, next];
}

/**
 * True if an edge profile (a named proxy configuration at the service) may have caused the failure. For an order of
 * several names, the service reports no separate code for this. So the function parses the service's message.
 */
function isEdgeToBlame({ sandbox, items, quote }: Operation): boolean {
	const isEdgeRefused = items.some(({ problem }) =>
		readOrderSentence(problem?.message ?? "")?.refusal.startsWith("edge_"),
	);
	return (sandbox && isEdgeRefused) || quote?.defaults?.edgeProblem !== undefined;
}

function edges(t: T): Button {
	return linkInNewMessage(t("profile-edges"), routes.profileEdges, {});
}

const dayCap = { which: "dayCapCents" } as const;

function quoteButtons(
	t: T,
	operation: Operation,
	{ now, topUpUrl, supportUrl, finalQuoteNumber, guarded }: Circumstances,
): Button[][] {
	const { quote, change, lacksAccess, frozen, overCap } = operation;
	const leave = cancelButton(t);
	if (lacksAccess) return [[connect(t), ...requoteButton(t, operation)], leave];
	if (frozen !== undefined) {
		// If only some domains of the operation are frozen, offer a new quote, which leaves out the frozen domains.
		const rest = frozen !== "" && operation.items.length > 1 ? requoteButton(t, operation) : [];
		const from = routeRef(routes.operation, { operationId: operation.id });
		return [[...rest, link(t("operation-freeze"), routes.freeze, { domain: frozen, from })], leave];
	}
	if (!quote || quote.expiresAt <= now) return [requoteButton(t, operation), leave];
	const { adjust, names } = adjustButtons(t, operation);
	const raise = overCap ? [linkInNewMessage(t("operation-change-limit"), routes.spendingLimit, dayCap)] : [];
	if (quote.shortByCents > 0) {
		const topUp = topUpUrl ? [url(t("operation-top-up"), topUpUrl)] : [];
		const play = operation.sandbox && operation.account.active;
		const playMoney = play ? [tap(t("operation-top-up-play"), "topup", { style: "primary" })] : [];
		const support = supportUrl && !topUpUrl ? [url(t("help-support"), supportUrl)] : [];
		return [
			[...topUp, ...playMoney, ...support, ...requoteButton(t, operation)],
			names,
			[...raise, ...adjust, ...leave],
		];
	}
	if (overCap) return [raise, names, [...adjust, ...leave]];
	const money = t.money(quote.totalCents);
	const limits = guarded ? [linkInNewMessage(t("settings-spending-limits"), routes.spendingLimits, {})] : [];
	if (finalQuoteNumber === quote.number) {
		const number = { quoteNumber: quote.number };
		const sure = change
			? tap(t("operation-sure-change", { kind: change.kind }), "sure", { ...number, style: "danger" })
			: tap(t("operation-sure", { money }), "sure", { ...number, style: "success" });
		return [[sure], [...limits, ...leave]];
	}
	const repair = quote.defaults?.edgeProblem ? [edges(t)] : [];
	const confirm = change
		? tap(t("operation-apply"), "confirm", { quoteNumber: quote.number, style: "primary" })
		: tap(t("operation-confirm", { money }), "confirm", { quoteNumber: quote.number, style: "success" });
	const more =
		change?.kind === "dns" && operation.items.length === 1 ? [tap(t("operation-more-changes"), "more_changes")] : [];
	return [[confirm], names, [...repair, ...adjust, ...limits, ...more, ...leave]];
}

function newAttemptButtons(t: T, operation: Operation): Button[] {
	if (operation.change === null && operation.items.length > 1 && !canRetry(operation)) return [];
	const years = chooseYears(t, operation.items, operation.kind);
	return years.length > 0 ? years : requoteButton(t, operation);
}

/**
 * Returns a button to choose another number of years, if the service refused every failed renewal because of its number
 * of years. Otherwise, returns none.
 */
function chooseYears(t: T, items: Operation["items"], kind: Operation["kind"]): Button[] {
	const failed = items.filter((item) => item.phase === "failed");
	const refused = failed.filter((item) => item.problem?.code === "validation_error");
	if (kind !== "renew" || failed.length === 0 || refused.length < failed.length) return [];
	return [tap(t("renew-choose"), "years", { value: failed.map((item) => item.domain).join(" ") })];
}

/** Returns buttons with which the person can remove the cause of the operation's failure. */
function recoveryButtons(t: T, operation: Operation, { topUpUrl }: Circumstances): Button[] {
	const { kind, items, problem, sandbox } = operation;
	const [only, ...others] = items;
	const code = problem?.code ?? (others.length === 0 ? only?.problem?.code : undefined);
	const domain = only?.domain ?? "";
	switch (code) {
		case "insufficient_funds":
			return topUpUrl ? [url(t("operation-top-up"), topUpUrl)] : [];
		case "edge_not_configured":
			if (sandbox) return [edges(t)];
			if (kind === "edge") return [linkInNewMessage(t("domain-profile"), routes.edge, { domain })];
			return [linkInNewMessage(t("account-profile"), routes.profile, {})];
		case "domain_blocked":
			return kind === "edge" ? [] : [link(t("operation-domain"), routes.domain, { domain })];
		case "domain_not_found":
		case "not_available":
			if (kind !== "register") return [link(t("home-domains"), routes.domains, {})];
			return others.length === 0 ? [link(t("offer-others"), routes.shortlist, othersOf(domain))] : [];
		case "unauthorized":
			return credentialButtons(t, operation);
		case "forbidden":
			return [tap(t("button-connection-check"), "doctor", { style: "primary" })];
		case "validation_error":
			return isEdgeToBlame(operation) ? [edges(t)] : [];
		default:
			return [];
	}
}

function look(t: T): Button {
	return tap(t("operation-look"), "look");
}
