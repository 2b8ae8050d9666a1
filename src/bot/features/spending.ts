import { sumOrNull } from "@domains/contract/money.ts";
import { type Cell, csvOf } from "@domains/dns/csv.ts";
import { Composer } from "grammy";
import type { Spending } from "../../actions/index.ts";
import { type BarChart, drawBars } from "../../charts/index.ts";
import type { SpendingMonth, Unknown } from "../../rules/spending.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { type Html, lines, paragraphs } from "../screens/html.ts";
import { routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** Shows what the active account spent in each month, as text, as a file and as a chart. */
export function createSpending({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("spending", (ctx) => ctx.show(routes.spending, {}));
	const load = ({ personId }: { personId: number }) => actions.operation.spending({ personId });
	return feature(
		[
			screen(routes.spending, {
				load,
				view: (t, spending, { params }) => spendingView(t, spending, params.month),
				back: () => routeRef(routes.account, {}),
				on: {
					file: ({ ctx }) => ctx.show(routes.spendingFile, {}, { where: "new" }),
					picture: ({ ctx }) => ctx.show(routes.spendingPicture, {}, { where: "new" }),
				},
			}),
			screen(routes.spendingFile, { load, view: fileView }),
			screen(routes.spendingPicture, { load, view: pictureView }),
		],
		{ handlers },
	);
}

/** Newest first. The sums contain only known amounts: separate lines count the domains whose amounts are unknown. */
export function spendingView(t: T, { sandbox, userId, since, ...spending }: Spending, only?: string): View {
	const months = only === undefined ? spending.months : monthsOf(spending.months, only);
	const files = months.length > 0 ? [tap(t("spending-picture"), "picture"), tap(t("spending-csv"), "file")] : [];
	const title = t.html("spending-title", { user: String(userId) });
	const text = paragraphs([
		title,
		months.length === 0 && t.html("spending-none"),
		// The total of one month says "this month".
		(months.length > 1 || (months.length === 1 && only === undefined)) && totalLine(t, months),
		lines(months.toReversed().map((month) => monthLine(t, month))),
		elsewhereLine(t, months, since),
		unknownLines(t, months),
		sandbox && months.length > 0 && t.html("sandbox-note"),
	]);
	const all = only === undefined ? [] : [link(t("spending-all"), routes.spending, {})];
	return { text, buttons: [all, files, [link(t("home-operations"), routes.operations, {})]] };
}

/** Returns one month, or the months of one year. A month without payments is empty. */
function monthsOf(months: readonly SpendingMonth[], only: string): readonly SpendingMonth[] {
	const found = months.filter(({ month }) => month.startsWith(only));
	if (found.length > 0 || !only.includes("-")) return found;
	const none = { names: 0, cents: 0 };
	const unknown = { names: 0, priceCents: 0 };
	const money = { register: none, renew: none, elsewhereCents: 0, addedCents: 0, totalCents: 0 };
	return [{ month: only, orders: 0, ...money, pending: unknown, untold: unknown, undone: unknown }];
}

function totalLine(t: T, months: readonly SpendingMonth[]): Html {
	const money = t.money(months.reduce((sum, { totalCents }) => sum + totalCents, 0));
	const orders = months.reduce((sum, each) => sum + each.orders, 0);
	return t.html("spending-total", { months: months.length, money, orders });
}

function monthLine(t: T, spent: SpendingMonth): Html {
	const { month, orders, totalCents, register, renew, elsewhereCents, addedCents } = spent;
	const name = monthName(t, month);
	if (orders === 0 && elsewhereCents === 0 && addedCents === 0) return t.html("spending-month-none", { month: name });
	return lines(
		[
			t.html("spending-month", { month: name, money: t.money(totalCents), orders }),
			register.names > 0 && t.html("spending-register", { names: register.names, money: t.money(register.cents) }),
			renew.names > 0 && t.html("spending-renew", { names: renew.names, money: t.money(renew.cents) }),
			elsewhereCents > 0 && t.html("spending-elsewhere", { money: t.money(elsewhereCents) }),
			addedCents > 0 && t.html("spending-added", { money: t.money(addedCents) }),
		],
		" · ",
	);
}

/** Says how the bot knows what was paid elsewhere. */
function elsewhereLine(t: T, months: readonly SpendingMonth[], since: Date | null): Html | null {
	const isShown = since !== null && months.some(({ elsewhereCents }) => elsewhereCents > 0);
	return isShown ? t.html("spending-elsewhere-how", { date: t.date(since) }) : null;
}

const unknowns = ["pending", "untold", "undone"] as const;

function unknownLines(t: T, months: readonly SpendingMonth[]): Html | null {
	const shown = unknowns.map((each) => {
		const { names, priceCents } = allOf(months.map((month) => month[each]));
		const money = priceCents === null ? "none" : t.money(priceCents);
		return names > 0 && t.html(`spending-${each}`, { names: t("operation-names", { count: names }), money });
	});
	return lines(shown);
}

function allOf(parts: readonly Unknown[]): Unknown {
	const names = parts.reduce((sum, each) => sum + each.names, 0);
	return { names, priceCents: sumOrNull(parts.map(({ priceCents }) => priceCents)) };
}

/** Formats a month. Uses noon of the 15th, which is in the same month in every time zone. */
function monthName(t: T, month: string): string {
	return t.month(new Date(`${month}-15T12:00:00Z`));
}

const columns = ["month", "orders", "registrations", "registered-for", "renewals", "renewed-for", "total"] as const;

export function fileView(t: T, { months }: Spending): View {
	const heads = [...columns, ...unknowns, "elsewhere", "added"].map((column) => t(`csv-spending-${column}`));
	const rows = months.map((each): Cell[] => [
		each.month,
		each.orders,
		each.register.names,
		each.register.cents / 100,
		each.renew.names,
		each.renew.cents / 100,
		each.totalCents / 100,
		...unknowns.map((unknown) => each[unknown].names),
		each.elsewhereCents / 100,
		each.addedCents / 100,
	]);
	return { text: t.html("spending-file"), document: { name: "spending.csv", bytes: csvOf([heads, ...rows]) } };
}

/** Returns a chart of the spending by month. A month without payments has no bar. */
export function chartOf(t: T, { months }: Spending): BarChart {
	const other = months.some(({ elsewhereCents }) => elsewhereCents > 0) ? [t("spending-chart-elsewhere")] : [];
	return {
		title: t("spending-chart"),
		series: [t("csv-spending-registrations"), t("csv-spending-renewals"), ...other],
		bars: months.map(({ month, orders, register, renew, elsewhereCents }) => ({
			label: monthName(t, month),
			values:
				orders === 0 && elsewhereCents === 0
					? null
					: [register.cents, renew.cents, elsewhereCents].slice(0, 2 + other.length),
		})),
		format: (cents) => t.money(cents),
	};
}

async function pictureView(t: T, spending: Spending): Promise<View> {
	const bytes = await drawBars(chartOf(t, spending));
	return { text: t.html("spending-picture-caption"), document: { name: "spending.png", bytes, picture: true } };
}
