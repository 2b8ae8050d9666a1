import type { Change, PointResult, RestorePoint } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { footer, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { changeLines, unrestoredLine } from "../../screens/shared/change.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;
/** The maximum number of characters of a name and its date on a button. */
const longestLabel = 30;
const marks = { dns: "🧭", nameservers: "🖥", edge: "🛡" };

export function pointsView(
	t: T,
	{ domain, page = 1, draftId, noticeKey }: ParamsOf<typeof routes.restorePoints>,
	points: readonly RestorePoint[],
	now: Date,
): View {
	return listView(t, {
		title: t.html("points-title", { name: nameText(domain) }),
		notes: [noticeText(t, noticeKey)],
		shown: pageOf(points, page, pageSize),
		row: (point) => link(label(t, point, now), routes.restorePoint, { domain, key: point.key, draftId }),
		details: [
			t.html(points.length === 0 ? "points-none" : "points-hint"),
			legend(t, points),
			draftId !== undefined && t.html("points-draft"),
		],
		controls: [[tap(t("points-save"), "save", { style: "primary" })]],
		back: link(t("button-back"), routes.zone, { domain, draftId }),
	});
}

/**
 * Explains the emojis in the list. The emoji of a restore point shows which part of the domain's DNS the point
 * contains.
 */
function legend(t: T, points: readonly RestorePoint[]): Html {
	const kinds = new Set(points.map(({ before }) => before?.kind ?? "saved"));
	return lines([...kinds].toSorted().map((kind) => t.html(`points-legend-${kind}`)));
}

function label(t: T, { at, name, before }: RestorePoint, now: Date): string {
	const day = t.day(at, now);
	if (!before) return `📌 ${name === null ? t.time(at) : `${shorten(name, longestLabel - day.length)} · ${day}`}`;
	const cause = before.outcome === "done" ? before.reference : t(`points-label-${outcomeKey(before)}`);
	return `${marks[before.kind]} ${day}, ${t.clock(at)} · ${cause}`;
}

function outcomeKey({ outcome }: NonNullable<RestorePoint["before"]>): string {
	return outcome.replaceAll("_", "-");
}

/**
 * Shows what restoring a point would change. Has a button for each part (records, nameservers or edge profile) that
 * differs from the current state.
 */
export function pointView(
	t: T,
	{ domain, key, draftId, noticeKey, sure }: ParamsOf<typeof routes.restorePoint>,
	result: PointResult,
): View {
	const back = link(t("button-back"), routes.restorePoints, { domain, draftId });
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours")
		return notYoursView(t, domain, back, routeRef(routes.restorePoints, { domain, draftId }));
	if (result.kind === "not_found")
		return { text: paragraphs([nameText(domain), t.html("points-gone")]), buttons: [footer(t, back)] };
	const { point, changes, unknown, unrestored, blocked } = result;
	if (sure) {
		const cancel = link(t("operation-leave"), routes.restorePoint, { domain, key, draftId });
		return {
			text: paragraphs([heading(t, domain, point), t.html("points-delete-sure")]),
			buttons: [[tap(t("points-delete"), "forget", { style: "danger" })], footer(t, cancel)],
		};
	}
	const restore = changes
		.filter((change) => !isEmptied(change))
		.map(({ kind }) => tap(t(`points-restore-${kind}`), "restore", { value: kind, style: "primary" }));
	const isSaved = point.before === null;
	const text = paragraphs([
		noticeText(t, noticeKey),
		heading(t, domain, point),
		t.html("points-holds", { parts: point.holds.join("-") }),
		blocked && blockedLines(t, blocked),
		changes.length > 0 ? t.html("points-difference") : unrestored.length === 0 && t.html("points-same"),
		...changes.map((change) => changeLines(t, change, "quoted")),
		changes.some((change) => change.kind === "dns" && !isEmptied(change)) &&
			draftId !== undefined &&
			t.html("points-draft"),
		changes.some(isEmptied) && t.html("points-empty"),
		changes.every(({ kind }) => kind !== "dns") && unrestoredLine(t, { unrestored }),
		lines(unknown.map((part) => t.html(`points-unknown-${part}`))),
		isSaved && t.html("points-name-hint"),
	]);
	const more: Button[] = [
		point.before
			? tap(t("operation-open", { reference: point.before.reference }), "order")
			: link(t("points-delete"), routes.restorePoint, { domain, key, draftId, sure: true }),
	];
	return { text, buttons: [...(blocked ? [] : inRows(restore, 1)), more, footer(t, back)] };
}

/**
 * True if the point has no records. A restore would then delete every record, which the specification of the service
 * does not allow.
 */
function isEmptied(change: Change): boolean {
	return change.kind === "dns" && change.diff.kept + change.diff.changed.length + change.diff.added.length === 0;
}

function heading(t: T, domain: string, { at, by, name, before }: RestorePoint): Html {
	const who = by.mine ? "you" : by.name === null ? "unknown" : "other";
	return paragraphs([
		t.html("points-heading", { name: nameText(domain), time: t.time(at) }),
		lines(
			[
				before && t.html("points-before", { kind: before.kind }),
				t.html(before ? "points-changed-by" : "points-saved-by", { who, person: shorten(by.name ?? "", 40) }),
			],
			" ",
		),
		before && before.outcome !== "done" && t.html(`points-${outcomeKey(before)}`),
		name !== null && html`📌 <b>${name}</b>`,
	]);
}
