import { Composer } from "grammy";
import type { DomainCardResult, Trouble } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { acceptDomain, parseDomainArgument } from "../input/domain-argument.ts";
import { nameText } from "../screens/format.ts";
import { paragraphs, shorten } from "../screens/html.ts";
import { routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { blockedLines, knownProfiles, notYoursView } from "../screens/shared/domain.ts";
import { quoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/**
 * An edge profile is a named proxy configuration at the service. It replaces the nameservers of the domain.
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
	const chosen = acceptDomain("edge", open, (ctx, domains) => ctx.show(routes.manyEdge, { domains }));

	async function bind(ctx: BotContext, domain: string, profileKey: string): Promise<void> {
		const result = await actions.edge.plan({ personId: ctx.person.id, wanted: [{ domain, profileKey }] });
		if (result.kind === "bad_key") ctx.show(routes.unplanned, { domain, why: "bad_key" });
		else showOperation(ctx, quoteDestination(result));
	}

	const edge = screen(routes.edge, {
		async load({ personId, params: { domain } }) {
			const [card, profile] = await Promise.all([
				actions.domain.card({ personId, domain }),
				actions.profile.read({ personId }),
			]);
			return card.kind === "trouble" ? card : { card, keys: knownProfiles(profile, domain) };
		},
		view: (t, { card, keys }, { params }) => edgeView(t, params.domain, card, keys),
		back: ({ domain }) => routeRef(routes.zone, { domain, page: 1 }),
		on: { bind: ({ ctx, params, value }) => bind(ctx, params.domain, value) },
		// The key of a profile is a single word. A text with spaces or a dot is a name, a list or a sentence, so other
		// features handle it.
		text({ ctx, params, value }) {
			const word = value.trim();
			return /^[^\s.,;/#]+$/.test(word) && bind(ctx, params.domain, word);
		},
	});
	return feature([edge], { handlers, inputs: [chosen] });
}

/** The profile of a blocked domain cannot be changed, so such a domain has no buttons. */
function edgeView(t: T, domain: string, card: Exclude<DomainCardResult, Trouble>, keys: readonly string[]): View {
	if (card.kind === "not_yours") return notYoursView(t, domain, routeRef(routes.edge, { domain }));
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
	return { text: paragraphs(parts), buttons: rows };
}
