import { parseDomain } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import { z } from "zod";
import type { LogEntry, Mandate, Operation, Proposal, WaitingProposal } from "../../actions/index.ts";
import { permissions, readScope } from "../../rules/mandate.ts";
import { type Page, pageOf } from "../../rules/pages.ts";
import { readSum } from "../../rules/request.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput, quoteInput } from "../input/screen-input.ts";
import { inlineNames, listedName, lookAlikeText, nameText, noticeText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, plainText, shorten, visibleText } from "../screens/html.ts";
import { listView, pageLabel, pager } from "../screens/list.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { type Act, type Next, screen } from "../screens/screen.ts";
import { confirmDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { mandateQuestion, routes } from "../screens.ts";
import { parseValue } from "../updates/callbacks.ts";

const quoteOf = z.object({ operationId: z.number(), number: z.number() });
const empty: Draft = {
	name: "",
	allows: ["read", "register", "renew"],
	names: [],
	tag: null,
	dayCents: 3_000,
	orderCents: 3_000,
	days: 30,
	asks: "name",
};
const mostDays = 366;
const allDomains = { names: [], tag: null };

/**
 * Handles the programs that may propose orders for the person, such as an agent. A program buys nothing: the person
 * pays for each of its proposals, or declines it.
 */
export function createPrograms({ actions, settings }: FeatureDeps): Feature {
	const { program, operation } = actions;
	const handlers = new Composer<BotContext>();
	handlers.command("programs", (ctx) => ctx.show(routes.programs, {}));

	/**
	 * Confirms a proposal's quote, as *Pay* on its own screen does. If more is to decide, such as a second confirmation,
	 * that screen opens.
	 */
	async function pay({ ctx, personId, params: { mandateId }, value }: Act<{ mandateId: number }>) {
		const quote = parseValue(quoteOf, value);
		if (!quote) return to(routes.stepEnded, {});
		const result = await operation.confirm({ personId, ...quote });
		const found = await program.waiting({ personId, mandateId });
		const stays = result.kind === "confirmed" && (found?.waiting.length ?? 0) > 0;
		if (stays) return to(routes.proposals, { mandateId });
		const { route, params } = confirmDestination(result, quote.operationId);
		return showOperation(ctx, { route, params: { ...params, from: routeRef(routes.proposals, { mandateId }) } });
	}

	async function create({ ctx, personId, params: draft }: Act<Draft>): Promise<Next<Draft>> {
		const { asks: _, rejectedInput: __, ...mandate } = draft;
		const result = await program.create({ personId, mandate });
		if (result.kind === "trouble") return result;
		if (result.kind !== "shown_once") return to(routes.programs, { noticeKey: `programs-${result.kind}` });
		// The message of the form shows the form's result, so that its button cannot create a second program.
		const replacing = { ...draft, asks: undefined, name: "" };
		ctx.show(routes.secret, { of: "program" }, { where: "new", secret: result.secret, replacing });
	}

	const screens = [
		screen(routes.programs, {
			load: ({ personId }) => program.list({ personId }),
			view: (t, { programs }, { params }) => programsView(t, programs, params),
			back: () => routeRef(routes.account, {}),
			on: { page: turnPage, new: () => to(routes.programNew, empty) },
		}),
		screen(routes.program, {
			load: ({ personId, params: { mandateId, page } }) => program.read({ personId, mandateId, page }),
			view: programView,
			back: () => routeRef(routes.programs, {}),
			on: {
				page: turnPage,
				async end({ personId, params: { mandateId } }) {
					await program.stop({ personId, mandateId });
				},
			},
		}),
		screen(routes.programNew, {
			view: newProgramView,
			back: () => routeRef(routes.programs, {}),
			on: {
				ask: ({ value }) => ({ asks: asked.parse(value) }),
				set: ({ params, value }) => ({ asks: undefined, ...(value === "all" ? allDomains : answerOf(params, value)) }),
				toggle: ({ params: { allows }, value }) => ({
					allows: permissions.filter((each) => allows.includes(each) !== (each === value)),
				}),
				create,
			},
			text({ ctx, params, value }) {
				if (params.asks === undefined) return false;
				const answer = answerOf(params, value);
				if (answer) return { asks: undefined, ...answer };
				if (params.asks !== "domains" && isOtherInput(ctx)) return false;
				return { rejectedInput: quoteInput(value) };
			},
		}),
		screen(routes.proposals, {
			load: ({ personId, params: { mandateId } }) => program.waiting({ personId, mandateId }),
			view: (t, found, { params }) => proposalsView(t, found, { ...params, sandbox: settings.sandbox }),
			on: {
				pay,
				async decline({ personId, params: { mandateId }, value }) {
					await program.decline({ personId, mandateId, proposalId: Number(value) });
				},
				async refresh({ personId, params: { mandateId }, value }) {
					const result = await program.refresh({ personId, mandateId, proposalId: Number(value) });
					return {
						noticeKey: { quoted: undefined, not_now: "proposals-not-now", gone: "proposals-gone" }[result.kind],
					};
				},
				async end({ personId, params: { mandateId } }) {
					await program.stop({ personId, mandateId });
					return to(routes.program, { mandateId });
				},
			},
		}),
	];
	return feature(screens, { handlers });
}

const turnPage = ({ value }: { value: string | null }) => ({ page: Number(value) });

const asked = mandateQuestion.optional().catch(undefined);

/** Reads the answer to the field that the form asks for. Null if it is not one. */
function answerOf({ asks, dayCents }: ParamsOf<typeof routes.programNew>, text: string): Partial<Draft> | null {
	const sum = readSum(text);
	const cents = sum !== null && sum > 0 && sum <= 10_000_000 ? sum : null;
	const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
	switch (asks) {
		case "name": {
			const name = text.replaceAll(/\s+/g, " ").trim();
			return name !== "" && name.length <= 40 ? { name } : null;
		}
		case "domains":
			return readScope(text);
		case "day":
			return cents === null ? null : { dayCents: cents, orderCents: cents };
		case "order":
			return cents === null ? null : { orderCents: Math.min(cents, dayCents) };
		case "days":
			return days >= 1 && days <= mostDays ? { days } : null;
		case undefined:
			return null;
	}
}

const pageSize = 8;
const mostNames = 5;

function programsView(t: T, programs: readonly Mandate[], place: ParamsOf<typeof routes.programs>): View {
	const shown = pageOf(programs, place.page ?? 1, pageSize);
	return listView(t, {
		title: paragraphs([noticeText(t, place.noticeKey), t.html("programs-title")]),
		notes: [t.html(shown.total === 0 ? "programs-none" : "programs-how")],
		shown,
		row: ({ id, name, state, open }) =>
			link(`${state === "live" ? (open > 0 ? "🔔" : "🤖") : "⏹"} ${name}`, routes.program, { mandateId: id }),
		controls: [[tap(t("programs-new"), "new", { style: "primary" })]],
	});
}

/** Says which domains a mandate covers. */
function scopeText(t: T, { names, tag }: Pick<Mandate, "names" | "tag">): Html {
	if (tag !== null) return html`#${tag}`;
	if (names.length === 0) return t.html("programs-scope-all");
	const more = names.length - mostNames;
	return lines([inlineNames(names.slice(0, mostNames)), more > 0 && html`+${more}`], " ");
}

/** Shows a program: its mandate, what is left of it, and what became of its proposals. */
function programView(t: T, { mandate, log }: { mandate: Mandate; log: Page<LogEntry> }): View {
	const { id, name, state, tokenLast4, endsAt, lastUsedAt, dayCents, orderCents, leftCents } = mandate;
	const isLive = state === "live";
	return {
		text: paragraphs([
			t.html("program-title", { name: visibleText(name), last4: tokenLast4 }),
			lines([
				t.html(`program-state-${state}`, { date: t.time(endsAt) }),
				t.html("programs-allows", { what: mandate.allows.map((each) => t(`programs-allow-${each}`)).join(", ") }),
				t.html("programs-domains", { what: scopeText(t, mandate) }),
				t.html("programs-sums", { day: t.money(dayCents), order: t.money(orderCents) }),
				isLive && t.html("programs-left", { left: t.money(leftCents) }),
				lastUsedAt ? t.html("program-used", { time: t.time(lastUsedAt) }) : t.html("program-unused"),
			]),
			log.total === 0
				? t.html("program-log-none")
				: html`<blockquote expandable>${lines([t.html("program-log"), ...log.items.map((each) => logLine(t, each))])}</blockquote>`,
			pageLabel(t, log),
		]),
		buttons: [
			isLive && mandate.open > 0
				? [link(t("program-proposals", { count: mandate.open }), routes.proposals, { mandateId: id })]
				: [],
			pager(t, log),
			isLive ? [tap(t("program-stop"), "end", { style: "danger" })] : [],
		],
	};
}

/** Says in one line what a program proposed, what became of it, and how many times. */
function logLine(t: T, { row: { order, refusal, createdAt }, outcome, times }: LogEntry): Html {
	const line = t.html("program-log-line", {
		time: t.time(createdAt),
		what: t.html(`proposal-action-${order.action}`),
		// The text of a refused proposal may be anything, and here it would look like our own words.
		name: parseDomain(order.domain).ok ? listedName(order.domain) : t.html("program-unreadable"),
		outcome: refusal === null ? t.html(`proposal-outcome-${outcome}`) : t.html(`proposal-refusal-${refusal}`),
	});
	return times > 1 ? html`${line} × ${times}` : line;
}

type Draft = ParamsOf<typeof routes.programNew>;

const sums = [1_000, 3_000, 10_000, 50_000];
const lengths = [1, 7, 30, 90, 365];

/** Shows a new mandate while the person fills it in, or asks for one of its fields. */
function newProgramView(t: T, draft: Draft): View {
	const { asks, name } = draft;
	if (asks !== undefined) return questionView(t, draft, asks);
	if (name === "") return { text: t.html("programs-created"), back: link(t("programs-list"), routes.programs, {}) };
	const toggles = permissions.map((each) =>
		tap(`${draft.allows.includes(each) ? "☑" : "☐"} ${t(`programs-allow-${each}`)}`, "toggle", { value: each }),
	);
	return {
		text: paragraphs([
			t.html("programs-new-title", { name }),
			lines([
				t.html("programs-domains", { what: scopeText(t, draft) }),
				t.html("programs-sums", { day: t.money(draft.dayCents), order: t.money(draft.orderCents) }),
				t.html("programs-days", { days: draft.days }),
			]),
			t.html("programs-new-safety"),
		]),
		buttons: [
			...inRows(toggles, 2),
			[
				tap(t("programs-set-domains"), "ask", { value: "domains" }),
				tap(t("programs-set-name"), "ask", { value: "name" }),
			],
			[tap(t("programs-set-day"), "ask", { value: "day" }), tap(t("programs-set-order"), "ask", { value: "order" })],
			[tap(t("programs-set-days"), "ask", { value: "days" })],
			draft.allows.length > 0 ? [tap(t("programs-create"), "create", { style: "primary" })] : [],
		],
	};
}

function questionView(t: T, { rejectedInput, name, tag, names }: Draft, asks: NonNullable<Draft["asks"]>): View {
	const choices =
		asks === "days"
			? lengths.map((days) => tap(t("programs-days-choice", { count: days }), "set", { value: String(days) }))
			: asks === "day" || asks === "order"
				? sums.map((cents) => tap(t.money(cents), "set", { value: String(cents / 100) }))
				: asks === "domains" && (tag !== null || names.length > 0)
					? [tap(t("programs-all-domains"), "set", { value: "all" })]
					: [];
	return {
		text: paragraphs([
			rejectedInput !== undefined && t.html("programs-rejected", { input: html`<code>${rejectedInput}</code>` }),
			t.html(`programs-ask-${asks}`),
		]),
		buttons: inRows(choices, 3),
		...(name !== "" && { back: tap(t("button-back"), "ask", { value: "" }) }),
	};
}

interface Waiting {
	mandate: Mandate;
	waiting: readonly WaitingProposal[];
	recent: readonly LogEntry[];
	balanceCents: number | null;
}

type Place = Pick<ParamsOf<typeof routes.proposals>, "noticeKey" | "vars"> & { sandbox: boolean };

/** The most characters of a program's words. */
const longestReason = 500;
/** Telegram takes 4,096 UTF-16 units. The difference is for the titles of the words and the note of a tap. */
const longestText = 3_800;

/**
 * Shows what a program asks of the person, in one message. With several proposals, each has a number, which its buttons
 * repeat. The program's words are a quotation in which every hidden character is visible.
 */
export function proposalsView(
	t: T,
	{ mandate, waiting, recent, balanceCents }: Waiting,
	{ noticeKey, vars, sandbox }: Place,
): View {
	const { id, name, leftCents, dayCents, endsAt, state } = mandate;
	const isAlone = waiting.length === 1;
	const others = recent.filter(({ outcome }) => outcome !== "pending");
	const head = t.html(waiting.length === 0 ? "proposals-none" : "proposals-title", {
		name: visibleText(name),
		count: waiting.length,
	});
	// The number is the proposal's own and not its place, so it means the same name after any redraw.
	const numberOf = ({ row }: Proposal) => (isAlone ? null : (row.number ?? row.id));
	const textWith = (mostWords: number) =>
		paragraphs([
			noticeText(t, noticeKey, vars),
			head,
			...waiting.map((each) => proposalText(t, each, { number: numberOf(each), mostWords })),
			others.length > 0 && lines([t.html("proposals-recent"), ...others.map((each) => logLine(t, each))]),
			state === "live"
				? t.html("proposals-left", { left: t.money(leftCents), day: t.money(dayCents), date: t.time(endsAt) })
				: t.html(`program-state-${state}`, { date: t.time(endsAt) }),
			waiting.length > 0 && balanceCents !== null && t.html("quote-balance", { money: t.money(balanceCents) }),
			waiting.length > 0 && t.html("proposals-safety"),
			sandbox && t.html("sandbox-note"),
		]);
	return {
		text: textWith((longestText - plainText(textWith(0)).length) / Math.max(1, waiting.length)),
		buttons: [
			...waiting.map((each) => proposalButtons(t, each, { number: numberOf(each), mandateId: id })),
			state === "live" ? [tap(t("program-stop"), "end", { style: "danger" })] : [],
		],
		back: link(t("proposals-program"), routes.program, { mandateId: id }),
	};
}

function proposalText(
	t: T,
	{ row, operation, outcome, blocker }: WaitingProposal,
	{ number, mostWords }: { number: number | null; mostWords: number },
): Html {
	const { domain } = row.order;
	const words = wordsOf(row.reason, mostWords);
	const title = lines([number !== null && html`${number}.`, nameText(domain)], " ");
	return lines([
		title,
		operation && whatText(t, operation),
		lookAlikeText(t, domain),
		outcome === "asked_again" && t.html("proposals-again"),
		operation?.state === "lapsed" && t.html("proposals-lapsed"),
		blocker && t.html(`proposals-blocked-${blocker}`),
		words !== "" && t.html("proposals-words"),
		words !== "" &&
			(number === null ? html`<blockquote>${words}</blockquote>` : html`<blockquote expandable>${words}</blockquote>`),
	]);
}

/** Returns a program's words in at most `most` UTF-16 units, of which a character has one or two. */
function wordsOf(reason: string, most: number): string {
	const words = shorten(visibleText(reason.trim()), longestReason).replaceAll(/\s+/g, " ");
	if (words.length <= most) return words;
	return most < 20 ? "" : shorten(words, Math.floor(most / 2));
}

/** Says what the quote costs now and at renewal, or what a change does. */
function whatText(t: T, { kind, items, quote, change }: Operation): Html {
	const [item] = items;
	if (change?.kind === "dns") {
		const { added, removed, changed } = change.diff;
		return t.html("proposals-dns", { added: added.length, removed: removed.length, changed: changed.length });
	}
	if (change?.kind === "nameservers")
		return t.html("proposals-nameservers", { names: (change.after ?? []).join(", ") });
	return t.html("proposals-order", {
		kind,
		years: item?.years ?? 1,
		money: t.money(quote?.totalCents ?? 0),
		renewal: item?.renewCents == null ? t("price-unknown") : t.money(item.renewCents),
	});
}

function proposalButtons(
	t: T,
	{ id, operation, blocker }: WaitingProposal,
	{ number, mandateId }: { number: number | null; mandateId: number },
): Button[] {
	const label = (text: string) => (number === null ? text : `${number} · ${text}`);
	const decline = tap(label(t("proposals-decline")), "decline", { value: String(id) });
	if (!operation?.quote || operation.state === "lapsed")
		return [tap(label(t("proposals-refresh")), "refresh", { value: String(id) }), decline];
	// What a change does to the records is shown on its own screen, which also confirms it. That screen also helps to
	// remove what prevents an order.
	if (operation.change || blocker) {
		const from = routeRef(routes.proposals, { mandateId });
		return [link(label(t("proposals-review")), routes.operation, { operationId: operation.id, from }), decline];
	}
	const value = JSON.stringify({ operationId: operation.id, number: operation.quote.number });
	const money = t.money(operation.quote.totalCents);
	return [tap(label(t("proposals-pay", { money })), "pay", { value, style: "success" }), decline];
}
