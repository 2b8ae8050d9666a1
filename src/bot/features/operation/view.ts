import type { ConfirmWarning, Operation, TimelineEntry, TimelineResult } from "../../../actions/operation/types.ts";
import type { Skipped } from "../../../actions/quote/save-quote.ts";
import { runningPhases } from "../../../rules/operation/state.ts";
import { timeLimits } from "../../../rules/operation/timing.ts";
import { pageOf } from "../../../rules/pages.ts";
import { receiptOf } from "../../../rules/quote.ts";
import type { RepeatedTap } from "../../context.ts";
import { inlineNames, listedName, nameLabel, nameText, optionalLine } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, visibleText } from "../../screens/html.ts";
import { listView, pager } from "../../screens/list.ts";
import { changeLines, firstRecordsLine } from "../../screens/shared/change.ts";
import { askedItems } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { problemText, serviceWords } from "../../screens/trouble.ts";
import { type Button, tap, type View } from "../../screens/view.ts";
import { anotherName, buttonsOf } from "./buttons.ts";
import { commonLines, itemLines, itemPage } from "./items.ts";
import { howToTopUp, overCapLine, quoteLines, restLines, warningLines } from "./quote.ts";

interface OperationData {
	operation: Operation;
	now: Date;
	/** Null if the operator configured no page for payments. */
	topUpUrl: string | null;
	supportUrl?: string | null;
	serviceName?: string | null;
	notice?: Html | null;
	/** If undefined, the bot may ask for a second confirmation. */
	finalQuoteNumber?: number | undefined;
	warnings?: readonly ConfirmWarning[] | undefined;
	/** An order above it has the warning `sum`. */
	limitCents?: number | undefined;
	skipped?: SkippedNames | undefined;
	page?: number | undefined;
}

const mostUnreplaced = 20;
const mostSkipped = 5;

export function operationView(t: T, data: OperationData): View {
	const { operation, notice, now, finalQuoteNumber } = data;
	const { userId, named } = operation.account;
	const topUpUrl = operation.sandbox ? null : data.topUpUrl;
	const guarded = data.warnings?.some((each) => each === "sum" || each === "big_order") ?? false;
	const circumstances = { now, topUpUrl, supportUrl: data.supportUrl ?? null, finalQuoteNumber, guarded };
	const parts = [
		notice,
		overCapLine(t, operation),
		headline(t, operation),
		details(t, data),
		topUpUrl === null && howToTopUp(t, data),
		firstRecordsLine(t, operation),
		problemLines(t, operation),
		operation.problem?.code === "domain_blocked" && operation.change && t.html("domain-blocked-next"),
		waiting(t, operation),
		operation.tries > 1 && t.html("operation-tries", { kind: operation.kind, count: operation.tries }),
		warningLines(t, operation, data),
		lines([
			// The account is named only if the person could confuse it with another one.
			named && t.html("operation-account", { user: String(userId) }),
			operation.sandbox && !operation.change && t.html("sandbox-note"),
			referenceLine(t, operation),
		]),
	];
	const text = paragraphs(parts);
	return { text, buttons: [pageButtons(t, data), ...buttonsOf(t, operation, circumstances)] };
}

function pageButtons(t: T, { operation, page = 1 }: OperationData): Button[] {
	const items = operation.state === "quoted" ? askedItems(operation) : operation.items;
	return pager(t, itemPage(items, page));
}

function headline(t: T, operation: Operation): Html {
	const { kind, state, items } = operation;
	const [first, ...others] = state === "quoted" ? askedItems(operation) : items;
	const what = first && others.length === 0 ? nameText(first.domain) : namesText(t, operation);
	const progress = progressLine(t, operation);
	const text = t.html(`operation-${headlineKeyOf(operation)}`, { what, kind, count: items.length });
	return progress && state !== "unknown" ? progress : lines([text, progress]);
}

/**
 * "205 of 300 registered · $2,911.40". Counts only what is settled, so the numbers never fall. Null before the first outcome,
 * for one domain, and after the end.
 */
function progressLine(t: T, { kind, state, items }: Operation): Html | null {
	const done = items.filter(({ phase }) => phase === "succeeded");
	const failed = items.filter(({ phase }) => phase === "failed").length;
	if (!isOpen(state) || items.length === 1 || done.length + failed === 0) return null;
	const cents = done.reduce((sum, { chargedCents, priceCents }) => sum + (chargedCents ?? priceCents ?? 0), 0);
	const money = cents === 0 ? "none" : t.money(cents);
	return t.html("operation-progress", { kind, done: done.length, count: items.length, failed, money });
}

/** `3 domains`, or `2 of 3 domains` if the headline is true of only two. */
function namesText(t: T, operation: Operation): Html {
	const { state, items, unreplacedDomains } = operation;
	const count = items.length;
	const headlineKey = headlineKeyOf(operation);
	const done = items.filter(({ phase, domain, state: itemState }) => {
		if (state === "superseded") return !unreplacedDomains.includes(domain);
		if (state === "succeeded") return phase === "succeeded";
		return (phase === "open" || phase === "accepted") && itemState.replaceAll("_", "-") === headlineKey;
	}).length;
	const ofSome = ["unknown", "needs_human", "quoted", "succeeded", "superseded"].includes(state);
	const partly = ofSome && done > 0 && done < count;
	return partly ? t.html("operation-part", { done, count }) : t.html("operation-names", { count });
}

/** With several items, only a message that all of them have. */
function problemLines(t: T, operation: Operation): Html | null {
	const { items, problem } = operation;
	if (!problem) return null;
	// The headline `elsewhere` already says that another order has registered or renewed all of the domains.
	if (headlineKeyOf(operation) === "elsewhere") return null;
	if (items.length === 1) return problemText(t, problem);
	return isSaidOfAll(operation) ? serviceWords(problem) : null;
}

/** The same message, not only the same code. */
function isSaidOfAll({ items, problem }: Operation): boolean {
	const missed = items.filter((item) => item.phase !== "succeeded");
	return problem !== null && missed.every((item) => item.problem?.message === problem.message);
}

function headlineKeyOf({ state, confirmedAt, tries, items }: Operation): string {
	// An expired quote that was never confirmed gets the headline `over`. An expired confirmed order keeps `lapsed`.
	if (state === "lapsed" && confirmedAt === null) return "over";
	// `undone`: the service accepted the order but did not carry it out, and may have charged for it.
	if (state === "failed" && items.some((item) => item.problem?.code === "order_failed")) return "undone";
	const codes = new Set(items.map((item) => item.problem?.code));
	if (codes.size === 1 && codes.has("done_elsewhere")) return "elsewhere";
	if (codes.size === 1 && codes.has("unattributed")) return "unattributed";
	if (codes.size === 1 && codes.has("stored_otherwise")) return "stored-otherwise";
	// If the bot has repeated the request, the service may have executed an earlier attempt. The outcome is unclear until
	// the repeated request ends.
	return state === "sent" && tries > 0 ? "unknown" : state.replaceAll("_", "-");
}

function details(t: T, { operation, now, skipped, page = 1 }: OperationData): Html | null {
	const { state, change, items } = operation;
	if (state === "quoted") {
		return paragraphs([
			operation.proposer != null && t.html("operation-proposer", { name: visibleText(operation.proposer) }),
			quoteLines(t, operation, { now, page }),
			restLines(t, operation),
			// A plan for several domains has long lines. So fewer of the skipped names (names that the plan leaves out) fit.
			skipped && skippedLines(t, skipped, change && items.length > 1 ? mostSkipped : undefined),
		]);
	}
	if (change && items.length === 1) return paragraphs([changeLines(t, change, state), onlyProblem(t, operation)]);
	if (change) {
		const outcomes = itemLines(t, items, { page, common: isSaidOfAll(operation) });
		return paragraphs([commonLines(t, items, state), lines([outcomes, unorderedLine(t, operation)])]);
	}
	if (state === "succeeded") return receiptLines(t, operation, { now, page });
	if (items.length === 1) return lines([onlyProblem(t, operation), elsewhereUntil(t, operation)]);
	return lines([
		itemLines(t, items, { page, common: isSaidOfAll(operation) }),
		unorderedLine(t, operation),
		unreplacedLine(t, operation),
	]);
}

function unreplacedLine(t: T, { unreplacedDomains, kind }: Operation): Html | null {
	if (unreplacedDomains.length === 0) return null;
	const names = inlineNames(unreplacedDomains.slice(0, mostUnreplaced));
	const more = unreplacedDomains.length - mostUnreplaced;
	return lines(
		[t.html("operation-unreplaced", { names, kind }), more > 0 && t.html("operation-more", { count: more })],
		" ",
	);
}

/** Their request expired or was withdrawn. */
function unorderedLine(t: T, { state, items, kind }: Operation): Html | null {
	const count = items.filter(({ phase }) => phase === "open").length;
	const ended = state === "succeeded" || state === "failed";
	return ended && count > 0 ? t.html("operation-unordered", { count, kind }) : null;
}

function onlyProblem(t: T, { items, problem }: Operation): Html | null {
	const [only] = items;
	if (only?.problem?.code === "stored_otherwise") return null;
	return only?.problem && !problem ? problemText(t, only.problem) : null;
}

function elsewhereUntil(t: T, operation: Operation): Html | null {
	const [only] = operation.items;
	if (headlineKeyOf(operation) !== "elsewhere" || !only?.expiresAt) return null;
	return t.html("operation-expires", { date: t.date(only.expiresAt) });
}

function receiptLines(t: T, operation: Operation, { now, page }: { now: Date; page: number }): Html {
	const { items, balanceBeforeCents: before, balanceAfterCents: after, settledAt } = operation;
	const [only] = items;
	// If another order may have paid for an item, the total is unknown. In this case, show only the balance.
	const ours = items.map((item) => (isUnattributed(item) ? { ...item, priceCents: null, chargedCents: null } : item));
	const paid = items.some((item) => item.phase === "succeeded" && !isUnattributed(item));
	const whole = !items.some(isUnattributed);
	const { expectedCents, chargedCents, dropCents, differs } = receiptOf(ours, before, after);
	// The balance is read after the outcome is stored, and an answer with the charge may come late.
	const isEarly = settledAt !== null && now.getTime() - settledAt.getTime() < timeLimits.settling;
	return lines([
		items.length > 1 && itemLines(t, items, { page, common: isSaidOfAll(operation) }),
		unorderedLine(t, operation),
		paid && (expectedCents > 0 || differs) && chargeLine(t, { chargedCents, dropCents, isEarly }),
		whole && differs && t.html("operation-expected", { money: t.money(expectedCents) }),
		items.length === 1 && only?.premium && t.html("offer-premium"),
		paid &&
			before !== null &&
			after !== null &&
			t.html("operation-balance", { before: t.money(before), after: t.money(after) }),
		items.length === 1 && only?.expiresAt && t.html("operation-expires", { date: t.date(only.expiresAt) }),
		items.length === 1 && optionalLine(t, "operation-label", "label", only?.clientRef),
		items.length === 1 && optionalLine(t, "profile-default-edge", "key", only?.edgeProfileKey),
		items.length === 1 && optionalLine(t, "quote-external", "reference", only?.externalRef),
	]);
}

function isUnattributed({ problem }: Operation["items"][number]): boolean {
	return problem?.code === "unattributed";
}

/** `isEarly`: the charge may still be reported. */
function chargeLine(
	t: T,
	{ chargedCents, dropCents, isEarly }: { chargedCents: number | null; dropCents: number | null; isEarly: boolean },
): Html {
	if (chargedCents !== null) return t.html("operation-charged", { money: t.money(chargedCents) });
	if (dropCents === null) return t.html(isEarly ? "operation-untold-yet" : "operation-untold");
	const way = dropCents > 0 ? "fell" : dropCents < 0 ? "rose" : "same";
	return t.html("operation-drop", { way, money: t.money(Math.abs(dropCents)) });
}

function isOpen(state: Operation["state"]): boolean {
	return runningPhases.includes(state);
}

function waiting(t: T, operation: Operation): Html | null {
	const { kind, state, hold, holdUntil, holdIsLast, accessRefusal, lacksAccess, frozen, mine } = operation;
	if (lacksAccess) return t.html("operation-barred", { kind });
	if (frozen !== undefined) return t.html("operation-frozen", { domain: frozen || "none" });
	const refused = accessRefusal?.refused ?? "left";
	// The service refused the token or the bot's IP address. Once the service accepts them again, the next step depends
	// on the state. If no request was sent (`confirmed`), the person gets a new quote to confirm. Otherwise, the bot asks
	// the service for the outcome.
	if (hold === "access" && (isOpen(state) || state === "needs_human")) {
		if (state === "confirmed" && !mine) return t.html("operation-hold-access-theirs");
		return t.html(state === "confirmed" ? "operation-hold-access" : "operation-hold-access-asked", { kind, refused });
	}
	if (!isOpen(state) || hold === "none") return null;
	if (hold === "pace" && holdUntil && holdIsLast) {
		return t.html("operation-hold-pace-last", { state, time: t.moment(holdUntil) });
	}
	return t.html(`operation-hold-${hold.replaceAll("_", "-")}`, {
		kind,
		time: holdUntil ? t.moment(holdUntil) : "none",
	});
}

function referenceLine(t: T, { kind, reference, settledAt, confirmedAt, createdAt }: Operation): Html {
	return html`${t("operation-reference", { kind })} <code>${reference}</code> · ${t.time(settledAt ?? confirmedAt ?? createdAt)}`;
}

type Timeline = Extract<TimelineResult, { kind: "timeline" }>;

/** A longer timeline shows only its first and last entries. */
const mostShown = 30;
const firstShown = 10;

export function timelineView(t: T, { operation, entries }: Timeline, programsUrl?: string): View {
	const { reference, items } = operation;
	const hidden = Math.max(0, entries.length - mostShown);
	const line = (entry: TimelineEntry) => html`${t.clock(entry.at)} · ${textOf(t, entry, items.length)}`;
	const shown = [...entries.slice(0, firstShown), ...entries.slice(firstShown + hidden)];
	const days = Map.groupBy(shown, ({ at }) => t.date(at));
	const blocks = [...days].map(([day, ofDay]) => lines([html`<b>${day}</b>`, ...ofDay.map(line)]));
	const title = t.html("timeline-title", { reference });
	const more = hidden > 0 && t.html("operation-more", { count: hidden });
	const back = tap(t("button-back"), "reference", { value: reference });
	const isDone = operation.state === "succeeded" && programsUrl !== undefined;
	const request = isDone ? curlOf(operation, programsUrl) : null;
	const same = request !== null && lines([t.html("timeline-request"), html`<pre>${request}</pre>`]);
	return { text: paragraphs([title, ...blocks, more, same]), back };
}

function textOf(t: T, { happened, done, failed, chargedCents }: TimelineEntry, count: number): Html {
	const event = t.html(`timeline-${happened.replaceAll("_", "-")}`);
	const outcome = count > 1 && done + failed > 0 && t.html("timeline-outcome", { done, failed });
	const money =
		chargedCents !== null && chargedCents > 0 && t.html("operation-charged", { money: t.money(chargedCents) });
	return lines([event, outcome, money], " · ");
}

type Change = NonNullable<Operation["change"]>;
type ShownRecord = Extract<Change, { kind: "dns" }>["diff"]["added"][number];

/** A longer command does not fit into the message. */
const longestCommand = 1_500;

/**
 * Returns the shell command with which a program proposes the same orders at `url`. Its token is masked, and comes to
 * `curl` by its input, because other users of the machine can list the arguments of a process. Null if a program cannot
 * propose such an order.
 */
export function curlOf({ reference, items, change, kind }: Operation, url: string): string | null {
	const key = reference.replace("#", "");
	const bodies = items.flatMap((item, index) => {
		const isOnly = items.length === 1;
		const what = orderOf(kind, item, isOnly ? change : item.change);
		const order = { action: kind, domain: item.domain, ...what };
		return what ? [JSON.stringify({ key: isOnly ? key : `${key}-${index + 1}`, order, reason: "" })] : [];
	});
	const [only] = bodies;
	if (only === undefined || bodies.length < items.length) return null;
	const call = (data: string) =>
		[
			`echo "Authorization: Bearer dtp_…" |`,
			`  curl ${url}/programs/v1/propose_order -H @- -H "Content-Type: application/json" \\`,
			`  -d ${data}`,
		].join("\n");
	const command =
		bodies.length === 1
			? call(`'${only.replaceAll("'", "'\\''")}'`)
			: ["while read -r body; do", call(`"$body"`), "done <<'END'", ...bodies, "END"].join("\n");
	return command.length > longestCommand ? null : command;
}

function orderOf(kind: string, { years }: Operation["items"][number], change: Operation["change"]): object | null {
	if (kind === "register" || kind === "renew") return { years: years ?? 1 };
	if (change?.kind === "nameservers") return change.after && { nameservers: change.after };
	if (change?.kind !== "dns") return null;
	const { added, removed, changed } = change.diff;
	return {
		add: [...added, ...changed.map(({ after }) => after)].map(recordOf),
		remove: [...removed, ...changed.map(({ before }) => before)].map(recordOf),
	};
}

function recordOf({ type, hostname, value, ttl, priority }: ShownRecord) {
	return { type, hostname, value, ...(ttl !== null && { ttl }), ...(priority !== null && { priority }) };
}

const pageSize = 8;

/**
 * One operation cannot restore edge profiles of some domains and nameservers of others: then there is no button for all.
 * The text of the operation stays, because the outcome of another domain may still be open.
 */
export function undoListView(t: T, data: OperationData, page: number): View {
	const { reference, items } = data.operation;
	const undoable = items.filter((item) => item.undoable);
	const isOneKind = new Set(undoable.map(({ change }) => change?.kind === "edge" && change.before === null)).size === 1;
	const list = listView(t, {
		title: paragraphs([operationView(t, data).text, t.html("undo-title")]),
		shown: pageOf(undoable, page, pageSize),
		row: ({ domain }) => tap(`↩️ ${nameLabel(domain)}`, "undo", { value: domain }),
		controls: undoable.length > 1 && isOneKind ? [[tap(t("undo-all", { count: undoable.length }), "undo_all")]] : [],
	});
	return { ...list, back: tap(t("button-back"), "reference", { value: reference }) };
}

interface SkippedEntry extends Pick<Skipped, "domain" | "reason"> {
	most?: number | undefined;
	/** A code of `rules/names`, with the part of the text that causes the problem. */
	problem?: string | undefined;
	part?: string | undefined;
}

interface SkippedNames {
	skipped: readonly SkippedEntry[];
	more: number;
}

function skippedLines(t: T, { skipped, more }: SkippedNames, most = skipped.length): Html | null {
	if (skipped.length === 0) return null;
	const rows = skipped.slice(0, most).map(({ domain, reason, most: years = 0, problem, part = domain }) => {
		const why = problem === undefined ? `skipped-${reason}` : `name-problem-${problem}`;
		return html`▫️ ${listedName(domain)} — ${t.html(why.replaceAll("_", "-"), { most: years, part: nameLabel(part) })}`;
	});
	const count = skipped.length + more;
	const rest = count - rows.length;
	return lines([t.html("skipped-top", { count }), ...rows, rest > 0 && t.html("operation-more", { count: rest })]);
}

/** Tries again to plan a change for the domains whose data the service did not return. */
export function restButton(t: T, rest: RepeatedTap | undefined): Button[] {
	const domains = rest?.params["domains"];
	return Array.isArray(domains) ? [tap(t("skipped-rest", { count: domains.length }), "rest")] : [];
}

interface NothingToOrder extends SkippedNames {
	change?: boolean | undefined;
	rest?: RepeatedTap | undefined;
}

export function nothingToOrderView(t: T, { change, rest, ...skipped }: NothingToOrder): View {
	const top = t.html(change ? "nothing-to-change" : "nothing-to-order");
	const taken = anotherName(
		t,
		skipped.skipped.filter(({ reason }) => reason === "not_available"),
	);
	const text = paragraphs([top, skippedLines(t, skipped)]);
	return { text, buttons: [restButton(t, rest), taken] };
}
