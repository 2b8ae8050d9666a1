import type { DateCheck, Expiring, ExpiringName, Reminder } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { costOf, dueWithin, mostDays, mostRenewed, reminderDays, toRenew } from "../../../rules/renewals.ts";
import { footer, marked, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { lines, paragraphs } from "../../screens/html.ts";
import { closedListView } from "../../screens/list.ts";
import { type ParamsOf, type RouteRef, routeRef } from "../../screens/route.ts";
import { balanceLines, costLine } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, backTo, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The maximum number of domains on one page, each with a button. */
const pageSize = 20;
/** The daily reminder shows what it costs to renew all domains that expire within this number of days. */
const costDays = 30;
/** The periods that the list of expiring domains offers as buttons, in days. */
export const offeredDays: readonly number[] = [30, 60, 90, 365];

/** Shows the daily reminder: which domains expire soon, what their renewals cost, and the balance. */
export function reminderView(t: T, { parts }: Reminder, params: ParamsOf<typeof routes.reminder>, now: Date): View {
	const from = routeRef(routes.reminder, params);
	const several = parts.length > 1;
	const names = parts.flatMap(({ account, names: reported }) => reported.map((name) => ({ account, name })));
	return closedListView(t, {
		title: t.html("reminder-title", { count: names.length }),
		notes: parts.map(({ account, names: reported }) => {
			const cost = costOf(toRenew(dueWithin(account.names, costDays, now)));
			const listed = costOf(toRenew(reported));
			return lines([
				several && t.html("reminder-account", { user: String(account.userId) }),
				costLine(t, "reminder-cost", cost),
				...balanceLines(t, account, cost),
				listed.cents !== cost.cents && costLine(t, "reminder-listed", listed),
			]);
		}),
		shown: pageOf(names, params.page ?? 1, pageSize),
		row: ({ account, name }) => nameButton(t, account.accountId, name, { from, now }),
		controls: [
			...parts.map(({ account, names: reported }) => renewAllButton(t, account, reported, several)),
			[link(t("planner-open"), routes.planner, {}), link(t("settings-expiry"), routes.expiryReminders, {})],
		],
	});
}

/** Lists the domains of an account that expire within `params.days` days, and counts those that have expired. */
export function expiringView(t: T, account: Expiring, params: ParamsOf<typeof routes.expiring>, now: Date): View {
	const { names } = account;
	const { days, page = 1 } = params;
	const from = routeRef(routes.expiring, params);
	const cost = costOf(toRenew(names));
	const expired = names.filter(({ expiresAt }) => expiresAt <= now).length;
	const choices = offeredDays.map((each) => {
		const text = t("expiring-days", { count: each });
		return link(marked(text, each === days), routes.expiring, { days: each });
	});
	return closedListView(t, {
		title: paragraphs([
			params.unread && t.html("expiring-unread-days", { most: mostDays }),
			t.html(names.length === 0 ? "expiring-none" : "expiring-title", { count: names.length - expired, days }),
		]),
		notes: [
			expired > 0 && t.html("home-expired", { count: expired }),
			names.length > 0 && costLine(t, "expiring-cost", cost),
			...balanceLines(t, account, cost),
			account.undated > 0 && t.html("expiring-undated", { count: account.undated }),
		],
		shown: pageOf(names, page, pageSize),
		row: (name) => nameButton(t, account.accountId, name, { from, now }),
		controls: [
			renewAllButton(t, account, names, false),
			...inRows(choices, 2),
			[link(t("planner-open"), routes.planner, {}), link(t("settings-autos"), routes.autoRenewals, {})],
		],
		back: link(t("button-back"), routes.domains, {}),
	});
}

const marks = { later: "💤 ", let_go: "🍃 " };

function nameButton(
	t: T,
	accountId: number,
	{ domain, expiresAt, renewCents, choice, auto }: ExpiringName,
	{ from, now }: { from: RouteRef; now: Date },
): Button {
	const price = renewCents === null ? "" : ` · ${t.money(renewCents)}`;
	const label = `${auto ? "🔁 " : ""}${choice ? marks[choice] : ""}${nameLabel(domain)} · ${t.day(expiresAt, now)}${price}`;
	return link(`${expiresAt <= now ? "⌛ " : ""}${label}`, routes.renewalChoice, { accountId, domain, from });
}

/**
 * Returns the button that opens a quote for all domains that the person still wants to renew, at most `mostRenewed`.
 */
function renewAllButton(
	t: T,
	{ accountId, userId }: Expiring,
	names: readonly ExpiringName[],
	several: boolean,
): Button[] {
	const count = toRenew(names).length;
	if (count === 0) return [];
	const isWhole = count <= mostRenewed;
	const text = isWhole ? t("expiring-renew-all", { count }) : t("expiring-renew-first", { count: mostRenewed });
	return [tap(several ? `${userId}: ${text}` : text, "renew_all", { value: String(accountId) })];
}

/** Shows one domain, with buttons to renew the domain, to get another reminder, or to let the domain expire. */
export function renewalChoiceView(
	t: T,
	{ domain, expiresAt, renewCents, choice, remindAt, isActive }: ExpiringName & { isActive: boolean },
	{ accountId, from, noticeKey }: ParamsOf<typeof routes.renewalChoice>,
	now: Date,
): View {
	const here = routeRef(routes.renewalChoice, { accountId, domain, from });
	const expired = expiresAt <= now;
	const parts = [
		noticeText(t, noticeKey),
		t.html(expired ? "renewal-expired" : "renewal-expires", { name: nameText(domain), date: t.date(expiresAt) }),
		lines([
			renewCents !== null && t.html("domain-renewal", { money: t.money(renewCents) }),
			choice === "later" && remindAt && t.html("renewal-later-on", { date: t.date(remindAt) }),
			choice === "let_go" && t.html("renewal-let-go-on"),
		]),
	];
	const decide: Button[] =
		choice === null
			? [tap(t("renewal-later"), "later"), tap(t("renewal-let-go"), "let_go")]
			: [tap(t("renewal-undo"), "undecided")];
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("domain-renew"), "renew", { style: "primary" })],
			decide,
			// The card of a domain (the screen with its details) works only for domains of the active account.
			isActive ? [link(t("operation-domain"), routes.domain, { domain, from: here })] : [],
			footer(t, backTo(t("button-back"), from)),
		],
	};
}

/** Replaces a screen about expiring domains. Shown once all of them were renewed or have left the account. */
export function notExpiringView(t: T): View {
	return { text: t.html("reminder-over"), buttons: [footer(t)], gone: true };
}

/**
 * Shows a switch for each possible reminder, such as 30 days before an expiry. Also shows when the bot last checked the
 * expiry dates.
 */
export function expiryRemindersView(t: T, chosen: readonly number[], check: DateCheck | null): View {
	const buttons = reminderDays.map((days) =>
		tap(`${chosen.includes(days) ? "🔔" : "🔕"} ${t("expiring-days", { count: days })}`, "days", {
			value: String(days),
		}),
	);
	return {
		text: paragraphs([
			t.html("reminders-title"),
			chosen.length === 0 && t.html("reminders-off"),
			lines([
				check?.checkedAt && t.html("reminders-checked", { time: t.time(check.checkedAt) }),
				check?.failedAt && t.html("reminders-failed", { time: t.time(check.failedAt) }),
			]),
		]),
		buttons: [...inRows(buttons, 2), footer(t, link(t("button-back"), routes.notifications, {}))],
	};
}
