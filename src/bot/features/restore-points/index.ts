import { parsePartial } from "@domains/dns/sentence.ts";
import { Composer } from "grammy";
import type { PointPart } from "../../../actions/index.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { to } from "../../screens/route.ts";
import { quoteDestination, showOperation, showTrouble } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { pointsView, pointView } from "./view.ts";

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
