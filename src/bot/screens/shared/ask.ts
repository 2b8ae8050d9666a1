import type { Actor, Bound } from "../../../actions/deps.ts";
import type { plan as planRecords } from "../../../actions/dns/plan.ts";
import type { RecordEdit } from "../../../actions/dns/types.ts";
import type { plan as planServers } from "../../../actions/nameservers.ts";
import type { QuoteResult, RenewLine } from "../../../actions/quote/save-quote.ts";
import type { quote as quoteRenewals } from "../../../actions/renewal.ts";
import type { WantedName, add as watchName } from "../../../actions/watch/names.ts";
import type { RefusedName } from "../../../rules/list.ts";
import { type NameserverTarget, textOf } from "../../../rules/nameserver-target.ts";
import { mostRenewed } from "../../../rules/renewals.ts";
import type { BotContext } from "../../context.ts";
import { routes } from "../../screens.ts";
import type { ScreenZone } from "../params.ts";
import { type RouteRef, routeRef } from "../route.ts";
import { batchQuoteDestination, finalConfirmationScreen, quoteDestination, showOperation } from "./operation.ts";

/**
 * Previews the edits as a plan that the person can confirm. If `draftId` is set, the plan also contains the unconfirmed
 * changes of that operation.
 */
export async function showPlan(
	ctx: BotContext,
	dns: { plan: Bound<typeof planRecords> },
	{ domain, draftId }: ScreenZone,
	edits: readonly RecordEdit[],
): Promise<void> {
	const result = await dns.plan({ personId: ctx.person.id, domains: [domain], edits, draft: { id: draftId } });
	const repeatedTap = { ...routeRef(routes.zone, { domain, draftId }), verb: "plan", value: JSON.stringify(edits) };
	showOperation(ctx, quoteDestination(result, { draftId }), repeatedTap);
}

interface ServersRequest {
	domains: readonly string[];
	target: NameserverTarget;
	tapped?: boolean;
	from?: RouteRef | undefined;
}

/**
 * Plans the change of nameservers and shows the plan. If the nameservers are refused, shows no plan and returns the
 * problem and the invalid part. Otherwise, returns null.
 * - `tapped`: true if the person tapped a preset. The plan then needs only one confirmation, because a preset contains
 *   no typing errors.
 * - `from`: the screen on which the person chose several domains.
 */
export async function showServersPlan(
	ctx: BotContext,
	nameservers: { plan: Bound<typeof planServers> },
	{ domains, target, tapped = false, from }: ServersRequest,
): Promise<string | null> {
	const personId = ctx.person.id;
	const [domain = "", ...others] = domains;
	const wanted = domains.map((each) => ({ domain: each, target }));
	const result = await nameservers.plan({ personId, wanted });
	if (result.kind === "unknown_preset") return `unknown_preset ${result.presetKey.slice(0, 100)}`;
	if (result.kind === "bad_nameservers") return `${result.problem} ${(result.part ?? "").slice(0, 100)}`;
	const { route, params } =
		others.length > 0
			? batchQuoteDestination(result, { change: true, ...(from && { from }) })
			: quoteDestination(result);
	const operation = "operation" in result ? result.operation : undefined;
	const single = tapped && operation ? finalConfirmationScreen(operation).params : {};
	const start = others.length > 0 ? (from ?? routeRef(routes.domains, {})) : routeRef(routes.nameservers, { domain });
	const verb = tapped ? "plan_preset" : "plan_servers";
	const repeatedTap = { to: start.to, params: { ...start.params, domains }, verb, value: textOf(target) };
	showOperation(ctx, { route, params: { ...params, ...single } }, repeatedTap);
	return null;
}

export interface NamesToRenew {
	domains: string[];
	/** The texts in the list that are not names. */
	refused: RefusedName[];
	/** The list to which *Back* leads from the quote. */
	from?: RouteRef | undefined;
}

/**
 * Shows the quote for the renewal of one or several domains. Returns false if the domains cannot be renewed for this
 * number of years.
 */
export async function showRenewal(
	ctx: BotContext,
	quote: { renew(input: Actor & { lines: readonly RenewLine[] }): Promise<QuoteResult> },
	{ domains, refused, from }: NamesToRenew,
	years: number,
): Promise<boolean> {
	const personId = ctx.person.id;
	const lines = domains.map((domain) => ({ domain, years }));
	const [domain, ...others] = domains;
	const result = await quote.renew({ personId, lines });
	if (result.kind === "bad_years") return false;
	const isOne = domain !== undefined && others.length === 0 && refused.length === 0;
	if (isOne && result.kind === "nothing" && result.skipped[0]?.reason === "too_long") return false;
	const of = { refused, ...(from && { from }) };
	showOperation(ctx, isOne ? quoteDestination(result, { name: domain, from }) : batchQuoteDestination(result, of));
	return true;
}

/** Shows the quote for one more year of each domain, at most `mostRenewed`. The account need not be the active one. */
export async function showRenewalOf(
	ctx: BotContext,
	renewal: { quote: Bound<typeof quoteRenewals> },
	accountId: number,
	names: readonly string[],
): Promise<void> {
	const domains = names.slice(0, mostRenewed);
	const [domain = "", ...others] = domains;
	const result = await renewal.quote({ personId: ctx.person.id, accountId, domains });
	showOperation(ctx, others.length === 0 ? quoteDestination(result, { name: domain }) : batchQuoteDestination(result));
}

/** Watches a name and shows the watch. `wanted` is null if the text names none. */
export async function addWatch(
	ctx: BotContext,
	{ watch }: { watch: { add: Bound<typeof watchName> } },
	wanted: WantedName | null,
): Promise<void> {
	const result = wanted ? await watch.add({ personId: ctx.person.id, ...wanted }) : { kind: "invalid" as const };
	if (result.kind === "watched") return ctx.show(routes.watchedName, { watchId: result.watchId });
	if (result.kind === "yours") return ctx.show(routes.watches, { noticeKey: "offer-yours", name: result.domain });
	const noticeKey = { invalid: "watch-invalid", full: "watch-full", trouble: undefined }[result.kind];
	ctx.show(routes.watches, { noticeKey });
}
