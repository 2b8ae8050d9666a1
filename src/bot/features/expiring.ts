import { Composer } from "grammy";
import type { DateCheck, Expiring, ExpiringName, Reminder, RenewalChoice } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import { costOf, dueWithin, mostDays, mostRenewed, reminderDays, toRenew } from "../../rules/renewals.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { marked, nameLabel, nameText, noticeText } from "../screens/format.ts";
import { lines, paragraphs } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, type RouteRef, routeRef } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import { showRenewalOf } from "../screens/shared/ask.ts";
import { balanceLines, costLine } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

const defaultDays = 60;
/** The maximum number of domains on one page, each with a button. */
const pageSize = 20;
/** The daily reminder shows what it costs to renew all domains that expire within this number of days. */
const costDays = 30;
/** The periods that the filter of expiring domains offers, in days. */
const offeredDays: readonly number[] = [30, 60, 90, 365];

/** Domains that expire soon: the daily reminder, the list, and a person's decision about each domain. */
export function createExpiring({ actions, now }: FeatureDeps): Feature {
	const { renewal, settings } = actions;
	const handlers = new Composer<BotContext>();
	handlers.command("expiring", (ctx) => open(ctx, ctx.match));
	function open(ctx: BotContext, text: string): void {
		const [, number = ""] = /^(\d+)(?:\s+\D*|\p{L}*)$/u.exec(text.trim()) ?? [];
		const days = Number(number);
		if (days >= 1 && days <= mostDays) ctx.show(routes.expiring, { days });
		else ctx.show(routes.expiring, { days: defaultDays, unread: /\d/.test(text) });
	}

	const readDays = ({ ctx, value }: { ctx: BotContext; value: string }) =>
		/^\s*\d+\s*\p{L}*\s*$/u.test(value) && open(ctx, value);

	/** Shows the quote of what the person still wants to renew of `names`. */
	async function renewAll(ctx: BotContext, accountId: number, names: readonly ExpiringName[]): Promise<void> {
		const domains = toRenew(names).map(({ domain }) => domain);
		if (domains.length > 0) await showRenewalOf(ctx, renewal, accountId, domains);
	}

	const decide =
		(choice: RenewalChoice | null) =>
		async ({ personId, params: { accountId, domain } }: Act<ParamsOf<typeof routes.renewalChoice>>) => {
			await renewal.choose({ personId, accountId, domain, choice });
			return { noticeKey: `renewal-${(choice ?? "undecided").replace("_", "-")}-saved` };
		};

	const screens = [
		screen(routes.expiring, {
			load: ({ personId, params: { days } }) => renewal.expiring({ personId, days }),
			view: (t, found, { params }) => expiringView(t, found, params, now()),
			back: () => routeRef(routes.domains, {}),
			callbacks: listCallbacks(routes.expiring),
			on: {
				async renew_all({ ctx, personId, params: { days }, value }) {
					const accountId = Number(value);
					const found = await renewal.expiring({ personId, accountId, days, decides: true });
					await renewAll(ctx, accountId, found.kind === "expiring" ? found.names : []);
				},
			},
			text: readDays,
		}),
		screen(routes.expiringFilter, {
			view: expiringFilterView,
			back: ({ days }) => routeRef(routes.expiring, { days }),
			text: readDays,
		}),
		screen(routes.reminder, {
			load: ({ personId, params: { reminderId } }) => renewal.reminder({ personId, reminderId }),
			missing: notExpiringView,
			view: (t, found, { params }) => reminderView(t, found, params, now()),
			callbacks: listCallbacks(routes.reminder),
			on: {
				// A reminder can list domains of several accounts.
				async renew_all({ ctx, personId, params: { reminderId }, value }) {
					const accountId = Number(value);
					const found = await renewal.reminder({ personId, reminderId });
					await renewAll(
						ctx,
						accountId,
						found?.parts.find((each) => each.account.accountId === accountId)?.names ?? [],
					);
				},
			},
		}),
		screen(routes.renewalChoice, {
			load: ({ personId, params }) => renewal.name({ personId, ...params }),
			missing: notExpiringView,
			view: (t, name, { params }) => renewalChoiceView(t, name, params, now()),
			back: ({ from }) => from,
			on: {
				later: decide("later"),
				let_go: decide("let_go"),
				undecided: decide(null),
				renew: ({ ctx, params: { accountId, domain } }) => showRenewalOf(ctx, renewal, accountId, [domain]),
			},
		}),
		screen(routes.expiryReminders, {
			async load({ personId }) {
				const { expiryDays } = await settings.read({ personId });
				return { expiryDays, check: await renewal.lastCheck({ personId }) };
			},
			view: (t, { expiryDays, check }) => expiryRemindersView(t, expiryDays, check),
			back: () => routeRef(routes.notifications, {}),
			on: {
				async days({ personId, value }) {
					await settings.remindBefore({ personId, days: Number(value) });
				},
			},
		}),
	];
	return feature(screens, { handlers });
}

/** Shows the daily reminder: which domains expire soon, what their renewals cost, and the balance. */
export function reminderView(t: T, { parts }: Reminder, params: ParamsOf<typeof routes.reminder>, now: Date): View {
	const from = routeRef(routes.reminder, params);
	const several = parts.length > 1;
	const names = parts.flatMap(({ account, names: reported }) => reported.map((name) => ({ account, name })));
	return listView(t, {
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

export function expiringView(t: T, account: Expiring, params: ParamsOf<typeof routes.expiring>, now: Date): View {
	const { names } = account;
	const { days, page = 1 } = params;
	const from = routeRef(routes.expiring, params);
	const cost = costOf(toRenew(names));
	const expired = names.filter(({ expiresAt }) => expiresAt <= now).length;
	return listView(t, {
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
			[link(t("expiring-period"), routes.expiringFilter, { days }), link(t("planner-open"), routes.planner, {})],
			[link(t("settings-autos"), routes.autoRenewals, {})],
		],
	});
}

function expiringFilterView(t: T, { days }: ParamsOf<typeof routes.expiringFilter>): View {
	const each = offeredDays.map((count) =>
		link(marked(t("expiring-days", { count }), count === days), routes.expiring, { days: count }),
	);
	return { text: t.html("expiring-which", { most: mostDays }), buttons: inRows(each, 2) };
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

/** Opens a quote for all domains that the person still wants to renew, at most `mostRenewed`. */
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

function renewalChoiceView(
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
		],
	};
}

/** All of the domains were renewed, or have left the account. */
function notExpiringView(t: T): View {
	return { text: t.html("reminder-over"), gone: true };
}

function expiryRemindersView(t: T, chosen: readonly number[], check: DateCheck | null): View {
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
		buttons: inRows(buttons, 2),
	};
}
