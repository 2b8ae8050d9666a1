import { Composer } from "grammy";
import type { DomainCardResult } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { acceptDomain, currentDomain, parseDomainArgument } from "../input/domain-argument.ts";
import { acceptText } from "../input/screen-input.ts";
import { closedView, footer, nameText } from "../screens/format.ts";
import { paragraphs, shorten } from "../screens/html.ts";
import { routeRef } from "../screens/route.ts";
import { defineScreen } from "../screens/screen.ts";
import { blockedLines, knownProfiles, notYoursView } from "../screens/shared/domain.ts";
import { quoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { troubleView } from "../screens/trouble.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

/**
 * Shows the edge profile of a domain, and connects the domain to another profile. An edge profile is a named proxy
 * configuration at the service. It replaces the nameservers of the domain.
 */
export function createEdge({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("edge", (ctx) => open(ctx, ctx.match));

	async function open(ctx: BotContext, text: string): Promise<void> {
		const named = parseDomainArgument(ctx, "edge", text);
		if (!named) return;
		const { domain, rest } = named;
		const [profileKey, ...others] = rest;
		if (profileKey === undefined) ctx.show(routes.edge, { domain });
		else if (others.length > 0)
			ctx.show(routes.unplanned, { domain, why: "many_keys", part: rest.join(" ").slice(0, 100) });
		else await bind(ctx, domain, profileKey);
	}
	handlers.use(
		onCallback(routes.edge, {
			bind: (ctx, { value }) => bind(ctx, currentDomain(ctx) ?? "", value ?? ""),
		}),
	);

	// The key of a profile is a single word. A text with spaces or a dot is a name, a list or a sentence, so other
	// features handle it.
	const readKey = acceptText(routes.edge, async (ctx, text, { domain }) => {
		const word = text.trim();
		if (!/^[^\s.,;/#]+$/.test(word)) return false;
		await bind(ctx, domain, word);
		return true;
	});

	const chosen = acceptDomain("edge", open, (ctx, domains) => ctx.show(routes.manyEdge, { domains }));

	async function bind(ctx: BotContext, domain: string, profileKey: string): Promise<void> {
		const result = await actions.edge.plan({ personId: ctx.person.id, wanted: [{ domain, profileKey }] });
		if (result.kind === "bad_key") ctx.show(routes.unplanned, { domain, why: "bad_key" });
		else showOperation(ctx, quoteDestination(result));
	}

	const edge = defineScreen(routes.edge, async ({ params, person, t }) => {
		const who = { personId: person.id };
		const [card, profile] = await Promise.all([
			actions.domain.card({ ...who, domain: params.domain }),
			actions.profile.read(who),
		]);
		return edgeView(t, params.domain, card, knownProfiles(profile, params.domain));
	});
	return { screens: [edge], handlers, inputs: [readKey, chosen] };
}

/**
 * Shows which edge profile the domain uses. Has a button for each profile in `keys`, and says how to enter the key of
 * another profile. The profile of a blocked domain cannot be changed, so such a domain has no buttons.
 */
function edgeView(t: T, domain: string, card: DomainCardResult, keys: readonly string[]): View {
	const back = link(t("button-back"), routes.zone, { domain, page: 1 });
	if (card.kind === "trouble") return troubleView(t, card, back);
	if (card.kind === "not_yours") return closedView(t, notYoursView(t, domain, routeRef(routes.edge, { domain })), back);
	const { edgeProfileKey: bound, tellsEdge } = card.domain;
	const blocked =
		card.domain.status === "blocked" ? { since: card.blockedSince, reportsEnd: card.reportsEnd ?? false } : null;
	const parts = [
		t.html("edge-title", { name: nameText(domain) }),
		blocked && blockedLines(t, blocked),
		bound === null ? t.html(tellsEdge ? "edge-unbound" : "edge-unknown") : t.html("domain-edge", { key: bound }),
		!blocked && t.html("edge-how"),
	];
	const offers = (blocked ? [] : keys).filter((key) => key !== bound).slice(0, 8);
	const rows = offers.map((key) => [tap(t("edge-bind", { key: shorten(key, 30) }), "bind", { value: key })]);
	return { text: paragraphs(parts), buttons: [...rows, footer(t, back)] };
}
