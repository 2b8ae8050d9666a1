import { parsePartial } from "@domains/dns/sentence.ts";
import type { Change, PointPart, PointResult, RestorePoint, Trouble } from "../../actions/index.ts";
import { zoneKinds } from "../../rules/operation/state.ts";
import { pageOf } from "../../rules/pages.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput } from "../input/screen-input.ts";
import { nameText, noticeText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { changeLines, unrestoredLine } from "../screens/shared/change.ts";
import { blockedLines, notYoursView } from "../screens/shared/domain.ts";
import { quoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** States of a domain's DNS that a person can restore: those before each change, and those that a person saved. */
export function createRestorePoints({ actions: { dns }, now }: FeatureDeps): Feature {
	/** Adds the id of the person's current draft. */
	async function withDraft<Place extends { domain: string; draftId?: number | undefined }>(
		place: Place,
		personId: number,
	): Promise<Place> {
		const { domain, draftId } = place;
		return { ...place, draftId: (await dns.draft({ personId, domain, draftId }))?.id };
	}

	return feature([
		screen(routes.restorePoints, {
			load: async ({ personId, params }) => ({
				place: await withDraft(params, personId),
				points: await dns.points({ personId, domain: params.domain }),
			}),
			view: (t, { place, points }) => pointsView(t, place, points, now()),
			back: ({ domain, draftId }) => routeRef(routes.zone, { domain, draftId }),
			callbacks: listCallbacks(routes.restorePoints),
			on: {
				async save({ personId, params: { domain, draftId } }) {
					const result = await dns.savePoint({ personId, domain });
					switch (result.kind) {
						case "trouble":
							return result;
						case "not_yours":
							return to(routes.domain, { domain: result.domain });
						case "too_many":
							return { page: undefined, noticeKey: "points-too-many" };
						case "saved": {
							const { domain: saved, pointId, unreported } = result;
							const noticeKey = savedKey(unreported);
							return to(routes.restorePoint, { domain: saved, key: { pointId }, draftId, noticeKey });
						}
					}
				},
			},
		}),
		screen(routes.restorePoint, {
			async load({ personId, params }) {
				const place = await withDraft(params, personId);
				const result = await dns.point({ personId, ...params });
				return result.kind === "trouble" ? result : { place, result };
			},
			view: (t, { place, result }) => pointView(t, place, result),
			back: ({ domain, draftId }) => routeRef(routes.restorePoints, { domain, draftId }),
			on: {
				async restore({ ctx, personId, params: { domain, key, draftId }, value }) {
					const part = zoneKinds.find((each) => each === value);
					if (!part) return to(routes.stepEnded, {});
					const result = await dns.restore({ personId, domain, key, part });
					switch (result.kind) {
						case "not_found":
							return;
						case "bad_nameservers":
						case "unknown_preset":
							return to(routes.nameservers, { domain });
						case "bad_key":
							return to(routes.edge, { domain });
						default:
							return showOperation(ctx, quoteDestination(result, { draftId }));
					}
				},
				order({ ctx, params: { key } }) {
					if ("pointId" in key) return to(routes.stepEnded, {});
					return showOperation(ctx, to(routes.operation, { operationId: key.operationId }));
				},
				async forget({ personId, params }) {
					const { domain, draftId, sure } = params;
					if (!sure) return to(routes.stepEnded, {});
					await dns.deletePoint({ personId, ...params });
					return to(routes.restorePoints, { domain, draftId, noticeKey: "points-deleted" });
				},
			},
			/** Accepts a text as the new name of a restore point that the person saved. */
			async text({ ctx, personId, params: { domain, key, sure }, value: name }) {
				if (sure || !("pointId" in key) || isOtherInput(ctx) || parsePartial(name)) return false;
				await dns.namePoint({ personId, domain, key, name });
				return { noticeKey: "points-named" };
			},
			edits: true,
		}),
	]);
}

/** A part that the service does not report is not saved, and the notice says so. */
function savedKey(unreported: readonly PointPart[]): string {
	if (unreported.length === 2) return "points-saved-records";
	if (unreported.includes("nameservers")) return "points-saved-edge";
	return unreported.includes("edge") ? "points-saved-nameservers" : "points-saved";
}

const pageSize = 8;
/** The longest name of a button, in UTF-16 code units. Its date follows. */
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
	});
}

/** The emoji of a point shows which part of the DNS it contains. */
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

/** Has a button for each part that differs from the current state. */
export function pointView(
	t: T,
	{ domain, key, draftId, noticeKey, sure }: ParamsOf<typeof routes.restorePoint>,
	result: Exclude<PointResult, Trouble>,
): View {
	if (result.kind === "not_yours") return notYoursView(t, domain, routeRef(routes.restorePoints, { domain, draftId }));
	if (result.kind === "not_found") return { text: paragraphs([nameText(domain), t.html("points-gone")]) };
	const { point, changes, unknown, unrestored, blocked } = result;
	if (sure) {
		return {
			text: paragraphs([heading(t, domain, point), t.html("points-delete-sure")]),
			buttons: [[tap(t("points-delete"), "forget", { style: "danger" })]],
			back: link(t("operation-leave"), routes.restorePoint, { domain, key, draftId }),
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
	return { text, buttons: [...(blocked ? [] : inRows(restore, 1)), more] };
}

/** A point without records: the specification of the service does not allow deleting every record. */
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
