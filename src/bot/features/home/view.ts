import { unicodeOf } from "@domains/contract/names.ts";
import type { AccountOverview, Connection, Operation } from "../../../actions/index.ts";
import { nameText, noticeText } from "../../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { exampleButtons } from "../../screens/shared/examples.ts";
import { askedItems } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { sandboxButton } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

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
export interface Resume {
	verb: string;
	name: string;
	value: string;
}

/** The maximum length of the name on a button *Continue*. */
const longestResumeName = 28;

/**
 * Returns the label of the button of an open quote. For an order, it shows the domain (or the number of domains) and
 * the total. A change has no total, so its label shows the kind of change instead. A long domain is shortened, so that
 * the whole label fits on the button.
 */
export function quoteLabel(t: T, operation: Operation): string {
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
 * Returns the buttons of Home: its doors, and of what else there is, the two most important. What is left out is in
 * the text of Home, and behind its doors.
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

/**
 * Returns the buttons of Home for a person without an account. Buttons with example searches replace the Help button.
 */
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

/** Returns lines about the account: its balance, the number of domains, the next expiry, and what needs attention. */
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
