import { parsePartial } from "@domains/dns/sentence.ts";
import { Composer } from "grammy";
import type { Change, PointPart, PointResult, RestorePoint } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import type { BotContext, Tap } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { acceptText, isOtherInput } from "../input/screen-input.ts";
import { closedView, footer, nameText, noticeText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../screens/html.ts";
import { closedListView, listCallbacks } from "../screens/list.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { defineScreen } from "../screens/screen.ts";
import { changeLines, unrestoredLine } from "../screens/shared/change.ts";
import { blockedLines, notYoursView } from "../screens/shared/domain.ts";
import { quoteDestination, showOperation, showTrouble } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { troubleView } from "../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

/**
 * Handles restore points: states of a domain's DNS that a person can restore. The bot saves the state before each
 * change. A person can also save the current state.
 */
export function createRestorePoints({ actions, now }: FeatureDeps): Feature {
	const { dns } = actions;
	const handlers = new Composer<BotContext>();
	const pointOf = (ctx: BotContext) => routes.restorePoint.parse(ctx.screen?.params);
	handlers.use(
		onCallback(routes.restorePoints, {
			...listCallbacks(routes.restorePoints),
			async save(ctx) {
				const { domain, draftId } = routes.restorePoints.parse(ctx.screen?.params) ?? { domain: "" };
				const result = await dns.savePoint({ personId: ctx.person.id, domain });
				if (result.kind === "trouble") showTrouble(ctx, result);
				else if (result.kind === "not_yours") ctx.show(routes.domain, { domain: result.domain });
				else if (result.kind === "too_many")
					ctx.show(routes.restorePoints, { domain, draftId, noticeKey: "points-too-many" });
				else
					ctx.show(routes.restorePoint, {
						domain: result.domain,
						key: { pointId: result.pointId },
						draftId,
						noticeKey: savedKey(result.unreported),
					});
			},
		}),
	);
	handlers.use(
		onCallback(routes.restorePoint, {
			async restore(ctx, { value }: Tap) {
				const place = pointOf(ctx);
				const part = (["dns", "nameservers", "edge"] as const).find((each) => each === value);
				if (!place || !part) return ctx.show(routes.stepEnded, {});
				const { domain, key, draftId } = place;
				const result = await dns.restore({ personId: ctx.person.id, domain, key, part });
				switch (result.kind) {
					case "not_found":
						return ctx.redraw();
					case "bad_nameservers":
					case "unknown_preset":
						return ctx.show(routes.nameservers, { domain });
					case "bad_key":
						return ctx.show(routes.edge, { domain });
					default:
						showOperation(ctx, quoteDestination(result, { draftId }));
				}
			},
			order(ctx) {
				const key = pointOf(ctx)?.key;
				if (!key || "pointId" in key) ctx.show(routes.stepEnded, {});
				else showOperation(ctx, to(routes.operation, { operationId: key.operationId }));
			},
			async forget(ctx) {
				const place = pointOf(ctx);
				if (!place?.sure) return ctx.show(routes.stepEnded, {});
				await dns.deletePoint({ personId: ctx.person.id, ...place });
				ctx.show(routes.restorePoints, { domain: place.domain, draftId: place.draftId, noticeKey: "points-deleted" });
			},
		}),
	);
	/** Accepts a text as the new name of a restore point that the person saved. */
	const inputs = [
		acceptText(
			routes.restorePoint,
			async (ctx, name, { domain, key, draftId, sure }) => {
				if (sure || !("pointId" in key) || isOtherInput(ctx) || parsePartial(name)) return false;
				await dns.namePoint({ personId: ctx.person.id, domain, key, name });
				ctx.show(routes.restorePoint, { domain, key, draftId, noticeKey: "points-named" });
				return true;
			},
			{ edits: true },
		),
	];
	/**
	 * Adds the id of the person's current draft (an operation with unconfirmed changes) to the parameters of a screen.
	 */
	async function withDraft<Place extends { domain: string; draftId?: number | undefined }>(
		place: Place,
		personId: number,
	): Promise<Place> {
		const { domain, draftId } = place;
		return { ...place, draftId: (await dns.draft({ personId, domain, draftId }))?.id };
	}

	const screens = [
		defineScreen(routes.restorePoints, async ({ params, person, t }) =>
			pointsView(
				t,
				await withDraft(params, person.id),
				await dns.points({ personId: person.id, domain: params.domain }),
				now(),
			),
		),
		defineScreen(routes.restorePoint, async ({ params, person, t }) =>
			pointView(t, await withDraft(params, person.id), await dns.point({ personId: person.id, ...params })),
		),
	];
	return { screens, handlers, inputs };
}

/**
 * Returns the locale key of the notice that a restore point was saved. If the service does not report a part of the
 * domain's state, this part is not saved, and the notice says so.
 */
function savedKey(unreported: readonly PointPart[]): string {
	if (unreported.length === 2) return "points-saved-records";
	if (unreported.includes("nameservers")) return "points-saved-edge";
	return unreported.includes("edge") ? "points-saved-nameservers" : "points-saved";
}

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
	return closedListView(t, {
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
		return closedView(t, notYoursView(t, domain, routeRef(routes.restorePoints, { domain, draftId })), back);
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
