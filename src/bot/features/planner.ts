import type { Expiring } from "../../actions/index.ts";
import { type BarChart, drawBars } from "../../charts/index.ts";
import { costOf, type PlanPart, planByMonth, planByTag, toRenew } from "../../rules/renewals.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { marked } from "../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Shown, screen } from "../screens/screen.ts";
import { balanceLines, costLine } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** Shows what renewals will cost in the next 30, 90 or 365 days, as text and as a picture. */
export function createPlanner({ actions, now }: FeatureDeps): Feature {
	const load = ({ personId, params }: Shown<PlannerParams>) =>
		actions.renewal.expiring({ personId, days: daysOf(params) });
	const person = ({ person: { timeZone } }: Shown<PlannerParams>) => ({ timeZone, now: now() });
	return feature([
		screen(routes.planner, {
			load,
			view: (t, found, shown) => plannerView(t, found, shown.params, person(shown)),
			back: (params) => routeRef(routes.expiring, { days: Math.max(60, daysOf(params)) }),
			on: {
				picture: ({ ctx, params }) => ctx.show(routes.plannerPicture, params, { where: "new" }),
			},
		}),
		screen(routes.plannerPicture, {
			load,
			async view(t, found, shown) {
				const chart = plannerChart(t, found, shown.params, person(shown));
				return plannerPictureView(t, await drawBars(chart), shown.params);
			},
		}),
	]);
}

type PlannerParams = ParamsOf<typeof routes.planner>;

const plannedDays: readonly number[] = [30, 90, 365];
const defaultDays = 90;
/** The maximum number of months or tags in a message, and of bars in a picture. */
const mostParts = 13;

interface PlanOf {
	timeZone: string;
	now: Date;
}

function daysOf({ days = defaultDays }: PlannerParams): number {
	return days;
}

/** Shows what renewals will cost, with one line for each month or tag. */
export function plannerView(t: T, account: Expiring, params: PlannerParams, person: PlanOf): View {
	const { by = "month" } = params;
	const days = daysOf(params);
	const names = toRenew(account.names);
	const left = account.names.length - names.length;
	const total = costOf(names);
	const parts = partsOf(account, params, person).filter((part) => part.names > 0);
	const shown = parts.slice(0, mostParts);
	const periods = plannedDays.map((each) => {
		const text = t("expiring-days", { count: each });
		return link(marked(text, each === days), routes.planner, { days: each, by });
	});
	const other = by === "month" ? "tag" : "month";
	return {
		text: paragraphs([
			t.html("planner-title", { count: days }),
			names.length === 0
				? t.html("planner-none")
				: lines([costLine(t, "planner-total", total), ...balanceLines(t, account, total)]),
			lines(shown.map((part) => partLine(t, by, part))),
			parts.length > shown.length && t.html("planner-more", { count: parts.length - shown.length }),
			lines([
				by === "tag" && names.some(({ tags }) => tags.length > 1) && t.html("planner-tags"),
				left > 0 && t.html("planner-let-go", { count: left }),
				account.undated > 0 && t.html("expiring-undated", { count: account.undated }),
			]),
		]),
		buttons: [
			periods,
			[
				link(t(`planner-by-${other}`), routes.planner, { days, by: other }),
				...(names.length > 0 ? [tap(t("spending-picture"), "picture")] : []),
			],
		],
	};
}

function partsOf({ names }: Expiring, params: PlannerParams, person: PlanOf): PlanPart[] {
	const renewed = toRenew(names);
	return params.by === "tag" ? planByTag(renewed) : planByMonth(renewed, { ...person, days: daysOf(params) });
}

function partLine(t: T, by: "month" | "tag", { key, names, cents, unpriced }: PlanPart): Html {
	const label = labelOf(t, by, key);
	return lines(
		[
			t.html("planner-part", { label, count: names, money: t.money(cents) }),
			unpriced > 0 && t.html("expiring-unpriced", { count: unpriced }),
		],
		" · ",
	);
}

function labelOf(t: T, by: "month" | "tag", key: string): string {
	// Use noon of the 15th: it is in the same month in every time zone.
	if (by === "month") return t.month(new Date(`${key}-15T12:00:00Z`));
	return key === "" ? t("planner-untagged") : `#${shorten(key, 24)}`;
}

/** Returns a chart of the renewal costs. A month in which no domain expires has no bar. */
export function plannerChart(t: T, account: Expiring, params: PlannerParams, person: PlanOf): BarChart {
	const { by = "month" } = params;
	const parts = partsOf(account, params, person).slice(0, mostParts);
	return {
		title: t("planner-chart"),
		series: [t("csv-spending-renewals")],
		bars: parts.map(({ key, names, cents }) => ({
			label: by === "month" ? labelOf(t, by, key) : shorten(labelOf(t, by, key), 10),
			values: names === 0 ? null : [cents],
		})),
		format: (cents) => t.money(cents),
	};
}

function plannerPictureView(t: T, bytes: Uint8Array, params: PlannerParams): View {
	const text = t.html("planner-caption", { count: daysOf(params) });
	return { text, document: { name: "renewals.png", bytes, picture: true } };
}
