import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain, parseDomainArgument } from "../../input/domain-argument.ts";
import { acceptText } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { knownProfiles } from "../../screens/shared/domain.ts";
import { planDestination, showOperation } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { edgeView } from "./view.ts";

/**
 * Shows the edge profile of a domain, and connects the domain to another profile. An edge profile is a named proxy
 * configuration at the service. It replaces the nameservers of the domain.
 */
export function createEdge({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("edge", async (ctx) => {
		const named = parseDomainArgument(ctx, "edge");
		if (!named) return;
		const { domain, rest } = named;
		const [profileKey, ...others] = rest;
		if (profileKey === undefined) ctx.show(routes.edge, { domain });
		else if (others.length > 0)
			ctx.show(routes.unplanned, { domain, why: "many_keys", part: rest.join(" ").slice(0, 100) });
		else await bind(ctx, domain, profileKey);
	});
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

	async function bind(ctx: BotContext, domain: string, profileKey: string): Promise<void> {
		const result = await actions.edge.plan({ personId: ctx.person.id, wanted: [{ domain, profileKey }] });
		if (result.kind === "bad_key") ctx.show(routes.unplanned, { domain, why: "bad_key" });
		else showOperation(ctx, planDestination(result));
	}

	const edge = defineScreen(routes.edge, async ({ params, person, t }) => {
		const who = { personId: person.id };
		const [card, profile] = await Promise.all([
			actions.domain.card({ ...who, domain: params.domain }),
			actions.profile.read(who),
		]);
		return edgeView(t, params.domain, card, knownProfiles(profile, params.domain));
	});
	return { screens: [edge], handlers, inputs: [readKey] };
}
