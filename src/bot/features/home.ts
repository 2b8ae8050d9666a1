import { unicodeOf } from "@domains/contract/names.ts";
import { Composer, type MiddlewareFn } from "grammy";
import type { AccountOverview, Connection, Operation } from "../../actions/index.ts";
import { readStart } from "../../rules/reference.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { currentDomain } from "../input/domain-argument.ts";
import { isCancelled } from "../input/screen-input.ts";
import { nameText, noticeText } from "../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../screens/html.ts";
import { screen } from "../screens/screen.ts";
import { exampleButtons } from "../screens/shared/examples.ts";
import { askedItems } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { sandboxButton } from "../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routeOf, routes } from "../screens.ts";

function nameOf({ reference, items: [first, ...others] }: Operation): string {
	return first && others.length === 0 ? `${unicodeOf(first.domain)} (${reference})` : reference;
}

/** Handles `/start` and `/cancel`, and renders Home. */
export function createHome({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("start", async (ctx, next) => {
		const link = readStart(ctx.match.trim());
		if (link?.kind === "search") return ctx.show(routes.offer, { name: link.name });
		if (link?.kind === "domain") return ctx.show(routes.domain, { domain: link.name });
		if (link) return await next();
		const resume = interrupted(ctx);
		ctx.show(routes.home, { ...(ctx.person.isNew && { noticeKey: "home-greeting" }), ...(resume && { resume }) });
	});
	// An earlier middleware has already ended the conversation. This handler also cancels the unconfirmed quotes, and
	// says what was cancelled.
	handlers.command("cancel", (ctx) => cancel(ctx));
	const claimCancel: MiddlewareFn<BotContext> = async (ctx, next) => {
		const isCancel = ctx.incoming.content === "text" && isCancelled(ctx.intent);
		await (isCancel ? cancel(ctx) : next());
	};

	async function cancel(ctx: BotContext): Promise<void> {
		const left = await actions.operation.leaveQuotes({ personId: ctx.person.id });
		const abandoned = routeOf(ctx.screen?.routeName ?? "")?.onAbandon(ctx.screen?.params) ?? null;
		const doubt = abandoned?.what && ctx.t(abandoned.what);
		const waits = ctx.storedConversation.data !== null || abandoned !== null;
		const asked = ctx.screen !== null && waits;
		const where = asked ? { where: "beneath" as const } : {};
		const asks = asked ? currentDomain(ctx) : null;
		// If a cancelled quote already names the domain of the cancelled question, do not name the domain twice.
		const isQuoted = left.some(({ items }) => items.some(({ domain }) => domain === asks));
		const open = [doubt, asks === null || isQuoted ? undefined : unicodeOf(asks)].filter((each) => each !== undefined);
		const names = [...open, ...left.map(nameOf)];
		if (names.length > 0) {
			const what = [...new Set(names)].join(", ");
			const goesOn = String(left.some(({ confirmedAt }) => confirmedAt !== null));
			ctx.show(routes.home, { noticeKey: "home-cancelled-what", vars: { what, goesOn } }, where);
		} else ctx.show(routes.home, { noticeKey: asked ? "home-cancelled" : "home-nothing" }, where);
	}

	/** Returns the conversation about a renewal that the person interrupted, if any. */
	function interrupted(ctx: BotContext) {
		const home = ctx.screen?.routeName === routes.home.name ? routes.home.parse(ctx.screen.params) : null;
		if (home?.resume) return home.resume;
		const domain = ctx.storedConversation.data === null ? null : currentDomain(ctx);
		const renews = domain && ctx.screen?.routeName.startsWith("renew_");
		return renews ? ({ verb: "renew", name: unicodeOf(domain), value: domain } as const) : undefined;
	}

	async function openQuote(personId: number, t: T): Promise<Resume | null> {
		const quote = await actions.operation.lastQuote({ personId });
		return quote && { verb: "reference", name: quoteLabel(t, quote), value: quote.reference };
	}

	async function unfinishedList(personId: number, t: T): Promise<Resume | null> {
		const found = await actions.board.unfinished({ personId });
		return found && { verb: "list", name: t("home-list", { count: found.count }), value: String(found.boardId) };
	}

	const home = screen(routes.home, {
		async load({ params, personId, t }) {
			const connection = await actions.connection.current({ personId });
			const overview = connection && (await actions.account.overview({ personId }));
			const frozen = connection && (await actions.freeze.read({ personId, domain: "" }));
			const waiting = connection ? [await openQuote(personId, t), await unfinishedList(personId, t)] : [];
			const resumes = [params.resume, ...waiting].filter((each) => each != null);
			return { connection, overview, isFrozen: Boolean(frozen?.freeze), resumes };
		},
		view: (t, data, { params }) => ({
			...homeView(t, { ...data, ...settings, ...params, noticeKey: params.noticeKey, resumes: data.resumes }),
			closed: true,
		}),
		on: { renew: ({ ctx, value }) => ctx.conversation.enter("renew", value) },
	});
	return feature([home], { handlers, claims: { cancel: claimCancel } });
}

export interface HomeData {
	connection: Connection | null;
	/** Null if the bot cannot read the account now. */
	overview: AccountOverview | null;
	/** True while the account is frozen. No person can then confirm an order or a change of the account in this bot. */
	isFrozen?: boolean;
	/** The name of the service; null to use a generic text. */
	serviceName: string | null;
	/** True if a person can open a sandbox account with one tap. */
	sandbox: boolean;
	noticeKey: string | undefined;
	vars?: Readonly<Record<string, string>> | undefined;
	/** What the person has not finished. Each entry has a button that continues it. */
	resumes?: readonly Resume[];
}

/** Something that the person has not finished. A button with this `verb` and `value` continues it. */
interface Resume {
	verb: string;
	name: string;
	value: string;
}

/** The maximum length of the name on a button *Continue*. */
const longestResumeName = 28;

/** The domain, or the number of domains, with the total of an order or the kind of a change. */
function quoteLabel(t: T, operation: Operation): string {
	const { kind, quote } = operation;
	const [first, ...others] = askedItems(operation);
	const single = first && others.length === 0;
	const name = single ? unicodeOf(first.domain) : t("operation-names", { count: others.length + 1 });
	const isOrder = kind === "register" || kind === "renew";
	const what = isOrder ? t.money(quote?.totalCents ?? 0) : t(changeKeys[kind]);
	return `${shorten(name, longestResumeName - what.length - 3)} · ${what}`;
}

const changeKeys = { dns: "domain-dns", nameservers: "domain-servers", edge: "domain-profile" } as const;

export function homeView(t: T, data: HomeData): View {
	const { connection, overview, serviceName, sandbox, noticeKey, vars, resumes = [], isFrozen = false } = data;
	const service = serviceName ?? "none";
	const status = connection
		? connectionStatus(t, connection, { overview, isFrozen })
		: t.html("home-welcome", { service, sandbox: String(sandbox) });
	const buttons = connection ? homeButtons(t, overview, resumes) : welcomeButtons(t, sandbox);
	return { text: paragraphs([noticeText(t, noticeKey, vars), status]), buttons };
}

/** How many buttons Home has besides its four doors. */
const mostOthers = 2;

/**
 * The doors of Home, and of what else there is, the two most important. What is left out is in the text of Home, and
 * behind its doors.
 */
function homeButtons(t: T, overview: AccountOverview | null, resumes: readonly Resume[]): Button[][] {
	const resumeButtons = resumes.map(({ verb, name, value }) =>
		tap(t("home-resume", { name: shorten(name, longestResumeName) }), verb, { value }),
	);
	const { expired = 0, blocked = 0, due } = overview?.domains ?? {};
	const selected = { all: true, names: [] };
	const watched = link(t("home-watched"), routes.watches, {});
	const help = link(t("home-help"), routes.help, {});
	const others = [
		...resumeButtons.slice(0, 1),
		...(overview && overview.watched > 0 ? [watched] : []),
		...(blocked > 0 ? [link(t("home-open-blocked", { count: blocked }), routes.domains, { filter: "blocked" })] : []),
		...(due && due.count > 0
			? [link(t("home-renew", { count: due.count }), routes.domains, { filter: "60", selected })]
			: []),
		...(expired > 0 ? [link(t("home-open-expired", { count: expired }), routes.domains, { filter: "expired" })] : []),
		...resumeButtons.slice(1),
		help,
	].slice(0, mostOthers);
	const paired = others.filter((each) => each === watched || each === help);
	const doors = [
		link(t("home-domains"), routes.domains, {}),
		link(t("home-operations"), routes.operations, {}),
		link(t("home-accounts"), routes.account, {}),
		link(t("home-settings"), routes.settings, {}),
	];
	return [
		...others.filter((each) => !paired.includes(each)).map((each) => [each]),
		...inRows([...doors, ...paired], 2),
	];
}

function welcomeButtons(t: T, sandbox: boolean): Button[][] {
	const example = exampleButtons(t);
	return [
		sandbox ? [sandboxButton(t)] : [],
		[link(t("home-connect"), routes.connect, {})],
		[example.name, example.word],
		[example.list, link(t("home-language"), routes.language, {})],
	];
}

function connectionStatus(
	t: T,
	{ state, account }: Connection,
	{ overview, isFrozen }: { overview: AccountOverview | null; isFrozen: boolean },
) {
	const money = account?.sandbox ? "sandbox" : "real";
	const named = account && t.html("home-account", { money, user: String(account.userId) });
	const trouble =
		state === "live"
			? null
			: t.html(`home-state-${state.replaceAll("_", "-")}`, { owned: String(account?.owned ?? false) });
	const frozen = isFrozen && t.html("freeze-note-account");
	const facts = lines([named, ...factLines(t, overview)]);
	return paragraphs([t.html("home-title"), facts, frozen, trouble, t.html("home-hint")]);
}

function factLines(t: T, overview: AccountOverview | null): (Html | false | null | undefined)[] {
	if (!overview) return [];
	const { balanceCents, balanceIsOld, domains, needYou, inDoubt } = overview;
	const balance = balanceIsOld ? "home-balance-old" : "account-balance";
	return [
		balanceCents !== null && t.html(balance, { money: t.money(balanceCents) }),
		domains && domains.count > 0 && t.html("home-count", { count: domains.count }),
		domains?.next && nextLine(t, domains.next),
		domains && dueLine(t, domains),
		domains && domains.blocked > 0 && t.html("home-blocked", { count: domains.blocked }),
		needYou > 0 && t.html("home-need-you", { count: needYou }),
		inDoubt > 0 && t.html("home-in-doubt", { count: inDoubt }),
	];
}

/** Shows how many domains have expired, how many expire soon, and what the renewal of all of them costs. */
function dueLine(t: T, { expired, due }: NonNullable<AccountOverview["domains"]>): Html | null {
	const counts = lines(
		[
			expired > 0 && t.html("home-expired", { count: expired }),
			due.soon > 0 && t.html("home-due", { count: due.soon }),
		],
		" · ",
	);
	if (expired === 0 && due.soon === 0) return null;
	const both = String(expired > 0 && due.soon > 0);
	const cost = due.count > 0 && due.cents !== null && t.html("home-due-cost", { money: t.money(due.cents), both });
	return lines([counts, cost], " · ");
}

function nextLine(t: T, { domain, expiresAt, cents }: { domain: string; expiresAt: Date; cents: number | null }): Html {
	const money = cents === null ? "none" : t.money(cents);
	return t.html("home-next", { name: nameText(domain), date: t.date(expiresAt), money });
}
