import { readOrderSentence } from "@domains/contract/orders.ts";
import { mostServerDomains, mostZones } from "@domains/dns/plan.ts";
import type { Operation } from "../../../actions/operation/types.ts";
import { nameLabel } from "../../screens/format.ts";
import { routeRef } from "../../screens/route.ts";
import { doneIn } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, url } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

interface Circumstances {
	now: Date;
	topUpUrl: string | null;
	supportUrl: string | null;
	/** If undefined, the bot may ask for a second confirmation. */
	finalQuoteNumber: number | undefined;
	guarded: boolean;
}

/**
 * A person who did not request the operation gets only its history and, after success, links. Most screens show only the
 * active account. For another account, links to them give way to a button that switches to it, or that connects it.
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

/** For an order of several names, the service has no code for this, so its message is parsed. */
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

/** Only if the service refused every failed renewal because of its years. */
function chooseYears(t: T, items: Operation["items"], kind: Operation["kind"]): Button[] {
	const failed = items.filter((item) => item.phase === "failed");
	const refused = failed.filter((item) => item.problem?.code === "validation_error");
	if (kind !== "renew" || failed.length === 0 || refused.length < failed.length) return [];
	return [tap(t("renew-choose"), "years", { value: failed.map((item) => item.domain).join(" ") })];
}

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

function reconnectButtons(t: T, operation: Operation): Button[] {
	const { hold, accessRefusal, sandbox } = operation;
	if (hold !== "access" || accessRefusal?.refused === "nothing") return [];
	const value = { value: String(accessRefusal?.connectionId ?? "") };
	if (accessRefusal?.refused === "address")
		return [tap(t("button-connection-check"), "doctor", { ...value, style: "primary" })];
	// The service also refuses a token while the owner of the account has disabled the API. The bot cannot notice when
	// the API is enabled again, so offer a button that tests the token.
	const test = accessRefusal && !sandbox ? [tap(t("connection-check-test"), "doctor", value)] : [];
	return [...credentialButtons(t, operation), ...test];
}

/** A sandbox account can get a new token in *Profile → API*. */
function credentialButtons(t: T, { sandbox }: Operation): Button[] {
	return [...(sandbox ? [linkInNewMessage(t("account-profile"), routes.profile, {})] : []), connect(t)];
}

/** `adjust` changes all names, `names` single ones. */
function adjustButtons(t: T, { kind, confirmedAt, items }: Operation): Record<"adjust" | "names", Button[]> {
	if ((kind !== "register" && kind !== "renew") || confirmedAt !== null) return { adjust: [], names: [] };
	const names = items.length > 1 ? [tap(t("order-names"), "names")] : [];
	return { adjust: [tap(t("register-change"), "change")], names };
}

function cancelButton(t: T): Button[] {
	return [tap(t("operation-withdraw"), "withdraw")];
}

function connect(t: T): Button {
	return linkInNewMessage(t("button-connect"), routes.connect, {});
}

const mostAsked = 8;

/** The person reports if the requests were executed, for each domain or for all together. */
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

function setUpButtons(t: T, domain: string): Button[] {
	return [dnsButton(t, domain), link(t("domain-servers"), routes.nameservers, { domain })];
}

/** None for another account: the next screens show only the active one. */
function setUpMany(t: T, { items, account }: Operation): Button[] {
	const domains = doneIn(items);
	const [only, ...others] = domains;
	if (only === undefined || !account.active) return [];
	if (others.length === 0) return setUpButtons(t, only);
	const dns = domains.length <= mostZones ? [link(t("domain-dns"), routes.manyDns, { domains })] : [];
	return domains.length <= mostServerDomains ? [...dns, tap(t("domain-servers"), "servers")] : [];
}

const unavailable: ReadonlySet<string | undefined> = new Set(["not_available", "domain_not_found"]);
/** The service would answer a repeated request with the same code. */
const lasting: ReadonlySet<string | undefined> = new Set([
	...unavailable,
	"invalid_domain",
	"not_sold",
	"done_elsewhere",
	"already_so",
]);

function canRetry({ items }: Operation): boolean {
	return items.some(({ phase, problem }) => phase === "open" || (phase === "failed" && !lasting.has(problem?.code)));
}

const mostTaken = 3;

function takenButtons(t: T, { kind, items }: Operation): Button[] {
	const taken = items.filter(({ phase, problem }) => phase === "failed" && unavailable.has(problem?.code));
	return kind === "register" ? anotherName(t, taken) : [];
}

export function anotherName(t: T, names: readonly { domain: string }[]): Button[] {
	return names.slice(0, mostTaken).map(({ domain }) => {
		const searched = othersOf(domain);
		const label = names.length === 1 ? t("operation-another-name") : `🔎 ${nameLabel(searched.base)}`;
		return linkInNewMessage(label, routes.shortlist, searched);
	});
}

function othersOf(domain: string) {
	return { base: domain.split(".")[0] ?? domain, page: 1 };
}

function dnsButton(t: T, domain: string, draftId?: number): Button {
	return link(t("domain-dns"), routes.zone, { domain, page: 1, draftId });
}

/** A change has no price: it is planned again, or made again on its own screen. */
function requoteButton(t: T, { kind, items, id, state, confirmedAt }: Operation): Button[] {
	const [only, ...others] = items;
	if (kind === "register" || kind === "renew") {
		const isExpired = state === "quoted" || (state === "lapsed" && confirmedAt === null);
		return [tap(t(isExpired ? "operation-requote" : "operation-order-again"), "requote")];
	}
	if (!only) return [];
	if (others.length > 0) return [tap(t("operation-replan"), "requote")];
	const { domain } = only;
	// A plan for records that was never confirmed is a draft. The bot can plan a draft again.
	const isDraft = confirmedAt === null && (state === "quoted" || state === "lapsed");
	if (kind === "dns" && isDraft)
		return [tap(t("dns-draft-review"), "review", { style: "primary" }), dnsButton(t, domain, id)];
	if (kind === "dns") return [dnsButton(t, domain)];
	if (kind === "nameservers") return [link(t("domain-servers"), routes.nameservers, { domain })];
	return [link(t("operation-domain"), routes.domain, { domain })];
}

const running: ReadonlySet<Operation["state"]> = new Set(["confirmed", "sent", "accepted"]);

/** While some changes failed or are unclear. If all succeeded, `afterSuccess` adds the button. */
function undoFinished(t: T, { state, mine, undoable }: Operation): Button[] {
	return mine && undoable && state !== "succeeded" && !running.has(state) ? [undoButton(t)] : [];
}

function undoButton(t: T): Button {
	return tap(t("operation-undo"), "undo");
}

function recordButtons(t: T, { confirmedAt, items }: Operation): Button[] {
	if (confirmedAt === null) return [];
	return [tap(t("operation-steps"), "steps"), ...(items.length > 1 ? [tap(t("operation-csv"), "file")] : [])];
}
