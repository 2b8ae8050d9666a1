import type { Operation } from "../../../actions/index.ts";
import { readOrderSentence } from "../../../rules/order-refusal.ts";
import { routes } from "../../routes.ts";
import { nameLabel } from "../../screens/format.ts";
import { routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, url } from "../../screens/view.ts";

export interface Circumstances {
	now: Date;
	topUpUrl: string | null;
	supportUrl: string | null;
	/** The number of the quote that needs a second confirmation; undefined if none does. */
	sure: number | undefined;
	/** True if the person's own spending limits require the second confirmation. */
	guarded: boolean;
}

/**
 * Returns the actions that an operation allows now; none for anyone but the person who requested it. Other screens show
 * the active account, so links to them are hidden while the operation belongs to another account.
 */
export function buttonsOf(t: T, operation: Operation, circumstances: Circumstances): Button[][] {
	const rows = [...actionsFor(t, operation, circumstances), recordButtons(t, operation)];
	const { active, connectionId, userId } = operation.account;
	if (active) return rows;
	const kept = rows.map((row) => row.filter((button) => !isOfActiveAccount(button)));
	if (connectionId === null) return kept.flat().some(isConnect) ? kept : [...kept, [connect(t)]];
	if (kept.flat().length === rows.flat().length) return kept;
	const value = String(connectionId);
	return [...kept, [tap(t("operation-switch", { user: String(userId) }), "switch", { value })]];
}

/** Returns buttons for the timeline and, for a list, for the outcomes as a file. */
function recordButtons(t: T, { confirmedAt, items }: Operation): Button[] {
	if (confirmedAt === null) return [];
	return [tap(t("operation-steps"), "steps"), ...(items.length > 1 ? [tap(t("operation-csv"), "file")] : [])];
}

function isOfActiveAccount(button: Button): boolean {
	return (
		button.kind === "tap" &&
		["go", "beside", "years", "change"].includes(button.verb) &&
		!isConnect(button) &&
		!isGuard(button)
	);
}

function isConnect(button: Button): boolean {
	return button.kind === "tap" && button.value === JSON.stringify(routeRef(routes.connect, {}));
}

function isGuard(button: Button): boolean {
	return button.kind === "tap" && button.value === JSON.stringify(routeRef(routes.spendingLimits, {}));
}

function actionsFor(t: T, operation: Operation, circumstances: Circumstances): Button[][] {
	const { state, mine, newer } = operation;
	if (state === "succeeded") return afterSuccess(t, operation);
	if (!mine) return [];
	switch (state) {
		case "quoted":
			return quoteButtons(t, operation, circumstances);
		case "confirmed":
			return [reconnectButtons(t, operation), [tap(t("operation-withdraw"), "withdraw")]];
		case "withdrawn":
		case "lapsed":
			return [requoteButton(t, operation)];
		case "failed":
			return [[...recoveryButtons(t, operation, circumstances), ...again(t, operation)]];
		case "needs_human":
			return [[...reconnectButtons(t, operation), look(t)], ...answers(t, operation)];
		case "superseded":
			return newer === null ? [] : [[tap(t("operation-open", { reference: newer }), "reference", { value: newer })]];
		default:
			return [[...reconnectButtons(t, operation), look(t)]];
	}
}

/** The most names to ask about at a time in a list with unclear outcomes. */
const mostAsked = 8;

/** Returns buttons for the person to report the outcome, for each unclear name and for all of them. */
function answers(t: T, { items }: Operation): Button[][] {
	const asked = items.filter(({ phase, state }) => phase === "open" && state === "needs_human");
	const count = Math.max(1, asked.length);
	const all = [tap(t("operation-happened", { count }), "happened"), tap(t("operation-not", { count }), "not")];
	if (count === 1) return [all];
	const each = asked.slice(0, mostAsked).map(({ domain }) => {
		const name = nameLabel(domain);
		return [
			tap(t("operation-happened-one", { name }), "happened", { value: domain }),
			tap(t("operation-not-one", { name }), "not", { value: domain }),
		];
	});
	return [...each, all];
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
	const retry = years.length > 0 ? years : [tap(t("operation-retry"), "requote")];
	const fixProfile = mine && missed && isEdgeToBlame(operation) ? [edges(t)] : [];
	const undo = mine && undoable ? [tap(t("operation-undo"), "undo")] : [];
	const isNew = kind === "register" && only !== undefined && others.length === 0;
	const next = isNew ? setUpButtons(t, only.domain) : [];
	const another = isNew ? [linkInNewMessage(t("offer-others"), routes.shortlist, othersOf(only.domain))] : [];
	return [[open, ...(mine && missed ? retry : []), ...another, ...undo], next, fixProfile];
}

/** Returns the usual next steps for a new domain. */
function setUpButtons(t: T, domain: string): Button[] {
	return [
		link(t("domain-dns"), routes.zone, { domain, page: 1 }),
		link(t("domain-servers"), routes.nameservers, { domain }),
	];
}

const othersOf = (domain: string) => ({ base: domain.split(".")[0] ?? domain, page: 1 });

/** True if an edge profile may have caused the failure. A list's items have no separate code for that. */
function isEdgeToBlame({ sandbox, items, quote }: Operation): boolean {
	const isEdgeRefused = items.some(({ problem }) =>
		readOrderSentence(problem?.message ?? "")?.refusal.startsWith("edge_"),
	);
	return (sandbox && isEdgeRefused) || quote?.defaults?.edgeProblem !== undefined;
}

function edges(t: T): Button {
	return linkInNewMessage(t("profile-edges"), routes.profileEdges, {});
}

function quoteButtons(
	t: T,
	operation: Operation,
	{ now, topUpUrl, supportUrl, sure, guarded }: Circumstances,
): Button[][] {
	const { quote, change, barred } = operation;
	const leave = [tap(t("operation-leave"), "withdraw")];
	if (barred) return [[connect(t), ...requoteButton(t, operation)], leave];
	if (!quote || quote.expiresAt <= now) return [requoteButton(t, operation), leave];
	const [only, ...others] = operation.items;
	const adjustable = operation.kind === "register" && only && others.length === 0;
	const adjust = adjustable ? [tap(t("register-change"), "change", { value: only.domain })] : [];
	if (quote.shortByCents > 0) {
		const topUp = topUpUrl ? [url(t("operation-top-up"), topUpUrl)] : [];
		const play = operation.sandbox && operation.account.active;
		const playMoney = play ? [tap(t("operation-top-up-play"), "topup", { style: "primary" })] : [];
		const support = supportUrl && !topUpUrl ? [url(t("help-support"), supportUrl)] : [];
		return [
			[...topUp, ...playMoney, ...support, ...requoteButton(t, operation)],
			[...adjust, ...leave],
		];
	}
	const money = t.money(quote.totalCents);
	const limits = guarded ? [linkInNewMessage(t("settings-spending-limits"), routes.spendingLimits, {})] : [];
	if (sure === quote.number) {
		const text = change ? t("operation-sure-change", { kind: change.kind }) : t("operation-sure", { money });
		return [[tap(text, "sure", { number: quote.number, style: "danger" })], [...limits, ...leave]];
	}
	const repair = quote.defaults?.edgeProblem ? [edges(t)] : [];
	const text = change ? t("operation-apply") : t("operation-confirm", { money });
	const confirm = tap(text, "confirm", { number: quote.number, style: "success" });
	return [[confirm], [...repair, ...adjust, ...limits, ...leave]];
}

/** Returns a button that requests a new price for an order, or plans the change again. */
function requoteButton(t: T, { kind, items }: Operation): Button[] {
	const [only] = items;
	if (kind === "register" || kind === "renew") return [tap(t("operation-requote"), "requote")];
	if (!only) return [];
	const { domain } = only;
	if (kind === "dns") return [link(t("domain-dns"), routes.zone, { domain, page: 1 })];
	if (kind === "nameservers") return [link(t("domain-servers"), routes.nameservers, { domain })];
	return [link(t("operation-domain"), routes.domain, { domain })];
}

function again(t: T, operation: Operation): Button[] {
	const years = chooseYears(t, operation.items, operation.kind);
	return years.length > 0 ? years : requoteButton(t, operation);
}

/** Returns a button to choose other years. The service refused these, so a new price for them would fail again. */
function chooseYears(t: T, items: Operation["items"], kind: Operation["kind"]): Button[] {
	const failed = items.filter((item) => item.phase === "failed");
	const refused = failed.filter((item) => item.problem?.code === "validation_error");
	if (kind !== "renew" || failed.length === 0 || refused.length < failed.length) return [];
	return [tap(t("renew-choose"), "years", { value: failed.map((item) => item.domain).join(" ") })];
}

/** Returns buttons that remove the cause of the failure. */
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
			return [link(t("offer-others"), routes.shortlist, othersOf(domain))];
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

/** Returns buttons that restore the missing access to the account. */
function reconnectButtons(t: T, operation: Operation): Button[] {
	const { hold, shut, sandbox } = operation;
	if (hold !== "access" || shut?.refused === "nothing") return [];
	const value = { value: String(shut?.connectionId ?? "") };
	if (shut?.refused === "address") return [tap(t("button-connection-check"), "doctor", { ...value, style: "primary" })];
	// Switching on the account's API makes the same token work again, which the bot cannot notice by itself.
	const test = shut && !sandbox ? [tap(t("connection-check-test"), "doctor", value)] : [];
	return [...credentialButtons(t, operation), ...test];
}

/** Returns buttons to manage the account in this bot or to send a new token, in a new message. */
function credentialButtons(t: T, { sandbox }: Operation): Button[] {
	return [...(sandbox ? [linkInNewMessage(t("account-profile"), routes.profile, {})] : []), connect(t)];
}

function connect(t: T): Button {
	return linkInNewMessage(t("button-connect"), routes.connect, {});
}

function look(t: T): Button {
	return tap(t("operation-look"), "look");
}
