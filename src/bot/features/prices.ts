import { unicodeOf } from "@domains/contract/names.ts";
import { type Cell, csvOf } from "@domains/dns/csv.ts";
import { Composer } from "grammy";
import type { PriceHistory, PriceJump, PriceList, PriceSpan } from "../../actions/index.ts";
import { type BarChart, drawBars } from "../../charts/index.ts";
import { priceSorts } from "../../rules/choices.ts";
import { dayMs } from "../../rules/local-time.ts";
import { pageOf } from "../../rules/pages.ts";
import { type HistoryLine, monthlyPrices, withGaps } from "../../rules/price-history.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { copyAge, marked, nameLabel, nameText, pricesLabel } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Shown, screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { sandboxButton } from "../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

export function createPrices({ actions, settings, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("prices", (ctx) => {
		const search = ctx.match.trim().slice(0, 63);
		ctx.show(routes.prices, search === "" ? {} : { search });
	});
	const load = ({ personId, params: { subject } }: Shown<{ subject: string }>) =>
		actions.price.history({ personId, subject });
	return feature(
		[
			screen(routes.prices, {
				load: ({ personId, params: { search, sort } }) =>
					actions.price.list({ personId, ...(search !== undefined && { search }), ...(sort && { sort }) }),
				view: (t, list, { params }) => pricesView(t, list, params, settings.sandbox),
				callbacks: listCallbacks(routes.prices, priceSorts),
				connectFirst: settings,
			}),
			screen(routes.priceHistory, {
				load,
				view: (t, history, { params }) => historyView(t, history, params),
				back: ({ subject, from }) => from ?? routeRef(routes.prices, { search: subject }),
				callbacks: listCallbacks(routes.priceHistory),
				on: {
					file({ ctx, params: { subject } }) {
						ctx.show(routes.priceHistoryFile, { subject }, { where: "new" });
					},
					picture({ ctx, params: { subject } }) {
						ctx.show(routes.priceHistoryPicture, { subject }, { where: "new" });
					},
				},
			}),
			screen(routes.priceHistoryFile, { load, view: historyFileView }),
			screen(routes.priceHistoryPicture, { load, view: (t, history) => historyPictureView(t, history, now()) }),
			screen(routes.priceJumps, {
				load: ({ personId, params: { accountId, at } }) =>
					actions.price.jumps({ personId, accountId, at: new Date(at) }),
				view: (t, jumps, { params }) => jumpsView(t, jumps, params, now()),
				callbacks: listCallbacks(routes.priceJumps),
			}),
		],
		{ handlers },
	);
}

const pageSize = 20;
const mostLinked = 6;

type Price = PriceList["prices"][number];
type PricesPage = ParamsOf<typeof routes.prices>;

/** A person without an account can open a sandbox if there is one. */
export function pricesView(
	t: T,
	{ prices, sandbox, connected, asOf }: PriceList,
	{ search, page = 1, sort = "popular" }: PricesPage,
	canOpenSandbox: boolean,
): View {
	if (prices.length === 0) {
		if (search === undefined)
			return { text: t.html("prices-unread"), buttons: [[link(t("button-again"), routes.prices, {})]] };
		return { text: t.html("prices-none", { search }), buttons: [[link(t("prices-all"), routes.prices, {})]] };
	}
	const shown = pageOf(prices, page, pageSize);
	const sorts = priceSorts.map((each) => tap(marked(t(`prices-sort-${each}`), each === sort), "sort", { value: each }));
	const isLinked = connected && prices.length <= mostLinked;
	return listView(t, {
		title: t.html("prices-title"),
		notes: [copyAge(t, asOf)],
		shown,
		details: [
			lines(shown.items.map((price) => priceLine(t, price))),
			lines([
				t.html("prices-hint"),
				connected && !isLinked && t.html("prices-history"),
				sandbox && t.html("sandbox-note"),
			]),
		],
		controls: [
			...inRows(isLinked ? prices.map((price) => historyLink(price, search)) : [], 2),
			...(prices.length > mostLinked ? inRows(sorts, 2) : []),
			connected ? [] : [...(canOpenSandbox ? [sandboxButton(t)] : []), link(t("button-connect"), routes.connect, {})],
		],
	});
}

function historyLink({ zone }: Price, search: string | undefined): Button {
	const from = routeRef(routes.prices, search === undefined ? {} : { search });
	return link(`📈 ${shorten(zoneText(zone), 16)}`, routes.priceHistory, { subject: zone, from });
}

function priceLine(t: T, price: Price): Html {
	return html`<b>${shorten(zoneText(price.zone), 30)}</b> ${pricesLabel(t, price)}`;
}

function zoneText(zone: string): string {
	return zone.startsWith(".") ? `.${unicodeOf(zone.slice(1))}` : unicodeOf(zone);
}

const historyPageSize = 12;
const jumpsShown = 10;
const chartMonths = 12;

/** Newest first. Periods in which the bot could not read the prices are gaps. */
export function historyView(
	t: T,
	{ spans, lookedAt, failure }: PriceHistory,
	{ subject, page = 1 }: ParamsOf<typeof routes.priceHistory>,
): View {
	const shown = pageOf(withGaps(spans), page, historyPageSize);
	const isCurrent = (span: PriceSpan) => span === spans[0] && failure === null;
	const hint = spans.length > 0 && subject.startsWith(".") && t.html("history-hint");
	return listView(t, {
		title: t.html("history-title", { name: subjectText(subject) }),
		shown,
		details: [
			spans.length === 0 ? t.html("history-none") : lines(shown.items.map((line) => historyLine(t, line, isCurrent))),
			lines([
				hint,
				lookedAt && t.html("history-looked", { time: t.time(lookedAt) }),
				failure !== null && t.html("history-failed"),
			]),
		],
		controls: spans.length > 0 ? [[tap(t("spending-picture"), "picture"), tap(t("spending-csv"), "file")]] : [],
	});
}

function historyLine(t: T, line: HistoryLine<PriceSpan>, isCurrent: (span: PriceSpan) => boolean): Html {
	if (line.kind === "gap") return t.html("history-gap", { from: t.date(line.from), until: t.date(line.until) });
	const { span } = line;
	const [since, until] = [t.date(span.since), t.date(span.seenAt)];
	const price = priceText(t, span);
	if (isCurrent(span)) return t.html("history-now", { date: since, price });
	if (since === until) return t.html("history-day", { date: since, price });
	return t.html("history-span", { from: since, until, price });
}

/** Of a domain, the bot stores only the renewal price. */
function priceText(t: T, span: PriceSpan): string {
	if (span.subject.startsWith(".")) return pricesLabel(t, span);
	return `${span.renewCents === null ? "?" : t.money(span.renewCents)}${span.premium ? " 💎" : ""}`;
}

function subjectText(subject: string): Html {
	return subject.startsWith(".") ? html`${shorten(`.${unicodeOf(subject.slice(1))}`, 30)}` : nameText(subject);
}

function fileName(subject: string, ending: string): string {
	return `prices-${subject.replace(/^\./, "").replaceAll(/[^\w.-]/g, "_")}.${ending}`;
}

const columns = ["from", "until", "register", "renew", "premium"] as const;

export function historyFileView(t: T, { subject, spans }: PriceHistory): View {
	const money = (cents: number | null) => (cents === null ? null : cents / 100);
	const rows = spans.map(({ since, seenAt, registerCents, renewCents, premium }): Cell[] => [
		since,
		seenAt,
		money(registerCents),
		money(renewCents),
		premium ? t("csv-history-yes") : null,
	]);
	const heads = columns.map((column) => t(`csv-history-${column}`));
	const text = t.html("history-file", { name: subjectText(subject) });
	return { text, document: { name: fileName(subject, "csv"), bytes: csvOf([heads, ...rows]) } };
}

/** A month in which the bot saw no price has no bar. */
export function historyChart(t: T, { subject, spans }: PriceHistory, now: Date): BarChart {
	return {
		title: t("history-chart", { name: shorten(unicodeOf(subject.replace(/^\./, "")), 40) }),
		series: [t("history-series")],
		bars: monthlyPrices(spans, now, chartMonths).map(({ month, cents }) => ({
			label: t.month(month),
			values: cents === null ? null : [cents],
		})),
		format: (cents) => t.money(cents),
	};
}

async function historyPictureView(t: T, history: PriceHistory, now: Date): Promise<View> {
	const { subject } = history;
	const bytes = await drawBars(historyChart(t, history, now));
	const text = t.html("history-caption", { name: subjectText(subject) });
	return { text, document: { name: fileName(subject, "png"), bytes, picture: true } };
}

/** The renewal prices that changed sharply, and the domains that became premium. */
export function jumpsView(
	t: T,
	jumps: readonly PriceJump[],
	{ accountId, at, page = 1 }: ParamsOf<typeof routes.priceJumps>,
	now: Date,
): View {
	const shown = pageOf(jumps, page, jumpsShown);
	const here = routeRef(routes.priceJumps, { accountId, at, page });
	return listView(t, {
		title: t.html("jump-title", { count: jumps.length }),
		shown,
		details: [paragraphs(shown.items.map((jump) => jumpText(t, jump, now)))],
		row: ({ domain, expiresAt }) =>
			expiresAt
				? link(nameLabel(domain), routes.renewalChoice, { accountId, domain, from: here })
				: link(nameLabel(domain), routes.domain, { domain, from: here }),
		controls: [[link(t("jump-mute"), routes.alerts, {})]],
	});
}

function jumpText(t: T, { domain, renewCents, oldCents, oldSeenAt, premium, expiresAt }: PriceJump, now: Date): Html {
	const price = renewCents === null ? "?" : t.money(renewCents);
	const name = nameText(domain);
	const days = expiresAt ? Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs) : 0;
	return lines(
		[
			oldCents !== null &&
				oldSeenAt !== null &&
				t.html("jump-price", { name, old: t.money(oldCents), date: t.date(oldSeenAt), price }),
			premium && (oldCents === null ? t.html("jump-premium", { name, price }) : t.html("jump-premium-too")),
			days > 0 && t.html("jump-expires", { count: days }),
		],
		" ",
	);
}
