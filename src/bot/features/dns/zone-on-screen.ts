import { z } from "zod";
import type { Actions } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { domain } from "../../screens/params.ts";
import { routes } from "../../screens.ts";

/**
 * The domain whose DNS records a screen shows. `draftId`: an operation with unconfirmed changes. The next change is
 * added to these changes.
 */
export interface ScreenZone {
	domain: string;
	draftId?: number | undefined;
}

/**
 * The screens about the DNS of one domain. The screen `unknown` counts only if it has a parameter `domain`. It has one
 * if it says that the bot refused records for that domain.
 */
const dnsScreens: ReadonlySet<string> = new Set(
	[
		routes.zone,
		routes.record,
		routes.refusedRecords,
		routes.unplanned,
		routes.dnsFile,
		routes.dnsExport,
		routes.dnsImport,
		routes.domain,
		routes.zoneCheck,
		routes.restorePoints,
		routes.restorePoint,
		routes.dnsTemplates,
		routes.dnsTemplate,
		routes.dnsTemplateSave,
		routes.unknown,
	].map(({ name }) => name),
);
const place = z.object({ domain: domain.min(1), domains: z.undefined().optional(), draftId: z.number().optional() });

/**
 * Returns the zone that the last screen of the chat is about. That screen must be about a domain's DNS, or show a
 * planned change to its records. Returns null for any other screen. If a person sends a record or a file without a
 * domain, the bot uses this zone.
 */
export async function zoneOnScreen(
	{ person, screen }: BotContext,
	{ operation }: Pick<Actions, "operation">,
): Promise<ScreenZone | null> {
	if (screen?.routeName !== routes.operation.name) {
		const found = dnsScreens.has(screen?.routeName ?? "") ? place.safeParse(screen?.params).data : undefined;
		return found ? { domain: found.domain, draftId: found.draftId } : null;
	}
	const { operationId } = routes.operation.parse(screen.params) ?? { operationId: 0 };
	const found = await operation.get({ personId: person.id, operationId });
	if (found.kind !== "operation") return null;
	const [item, ...others] = found.operation.items;
	if (item?.change?.kind !== "dns" || others.length > 0) return null;
	const { state, confirmedAt } = found.operation;
	const isDraft = confirmedAt === null && (state === "quoted" || state === "lapsed");
	return { domain: item.domain, ...(isDraft && { draftId: operationId }) };
}

/**
 * If the last screen of the chat asks for a record, returns the zone of this record. Returns null for any other screen.
 */
export function askedZone({ screen }: BotContext): ScreenZone | null {
	return screen?.routeName === routes.recordAsk.name ? routes.recordAsk.parse(screen.params) : null;
}

/**
 * Returns the id of the current screen's draft, or undefined if it has none. A draft is an operation with unconfirmed
 * changes. The next change is added to these changes.
 */
export function currentDraft(ctx: BotContext): number | undefined {
	const { routeName, params } = ctx.screen ?? {};
	const route = [routes.zone, routes.record, routes.refusedRecords, routes.unplanned].find(
		({ name }) => name === routeName,
	);
	return route?.parse(params)?.draftId;
}
