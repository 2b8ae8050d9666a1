import { Composer } from "grammy";
import { z } from "zod";
import type { KnownPresets, Trouble, ZoneResult } from "../../../actions/index.ts";
import { namesServers, readTarget } from "../../../rules/nameserver-target.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { acceptDomain, parseDomainArgument } from "../../input/domain-argument.ts";
import { nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { domains, origin } from "../../screens/params.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { screen } from "../../screens/screen.ts";
import { showServersPlan } from "../../screens/shared/ask.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import { currentOperation, doneIn } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { nameserversConversation } from "./conversation.ts";

/** Shows the nameservers of a domain. A change replaces all of them at once. */
export function createNameservers({ actions }: FeatureDeps): Feature {
	const conversation = nameserversConversation(actions);
	const handlers = new Composer<BotContext>();
	const replace = (ctx: BotContext, given: string) => ctx.conversation.enter(conversation.name, given);

	handlers.command("ns", (ctx) => open(ctx, ctx.match));

	async function open(ctx: BotContext, text: string): Promise<void> {
		const named = parseDomainArgument(ctx, "nameservers", text);
		if (!named) return;
		const { domain, rest } = named;
		if (rest.length === 0) ctx.show(routes.nameservers, { domain });
		else await plan(ctx, domain, readTarget(rest.join(" ")));
	}
	async function plan(
		ctx: BotContext,
		domain: string,
		target: ReturnType<typeof readTarget>,
		tapped = false,
	): Promise<void> {
		const request = { domains: [domain], target, tapped };
		const problem = await showServersPlan(ctx, actions.nameservers, request);
		// The conversation shows why the nameservers or the preset were refused, and asks again.
		if (problem !== null) await replace(ctx, `${domain}\n${problem}`);
	}
	/**
	 * Plans a change of nameservers again, after an earlier attempt failed. The person started the change on the current
	 * screen, so its parameters contain the names of the domains. `value`: the nameservers or the preset as text.
	 */
	async function planAgain(ctx: BotContext, value: string | null, tapped: boolean): Promise<void> {
		const { routeName, params } = ctx.screen ?? {};
		const repeated = origin.extend({ params: z.looseObject({ domains }) }).safeParse({ to: routeName, params });
		if (!repeated.success) return ctx.show(routes.stepEnded, {});
		const { domains: names, ...rest } = repeated.data.params;
		const from = names.length > 1 ? { to: repeated.data.to, params: rest } : undefined;
		const request = { domains: names, target: readTarget(value ?? ""), tapped, from };
		const problem = await showServersPlan(ctx, actions.nameservers, request);
		const given = `${names.join(" ")}\n${problem}`;
		if (problem !== null) await ctx.conversation.enter(conversation.name, given, from ? JSON.stringify(from) : "");
	}
	handlers.use(
		onCallback([routes.nameservers, routes.domains, routes.operation], {
			plan_servers: (ctx, { value }) => planAgain(ctx, value, false),
			plan_preset: (ctx, { value }) => planAgain(ctx, value, true),
		}),
	);

	handlers.use(
		onCallback(routes.operation, {
			/** Asks for new nameservers for those domains that this order has registered. */
			async servers(ctx) {
				const found = await actions.operation.get(currentOperation(ctx));
				const names = found.kind === "operation" ? doneIn(found.operation.items) : [];
				const from = routeRef(routes.operation, { operationId: currentOperation(ctx).operationId });
				if (names.length === 0) ctx.redraw();
				else await ctx.conversation.enter(conversation.name, names.join(" "), JSON.stringify(from));
			},
		}),
	);

	const screens = [
		screen(routes.nameservers, {
			async load({ personId, params: { domain } }) {
				const [zone, presets] = await Promise.all([
					actions.dns.read({ personId, domain }),
					actions.nameservers.presets({ personId }),
				]);
				return zone.kind === "trouble" ? zone : { zone, presets };
			},
			view: (t, { zone, presets }, { params }) => nameserversView(t, zone, { ...params, presets }),
			back: ({ domain }) => routeRef(routes.zone, { domain, page: 1 }),
			on: {
				replace: ({ ctx, params }) => replace(ctx, params.domain),
				preset: ({ ctx, params, value }) => plan(ctx, params.domain, { presetKey: value }, true),
			},
			text: ({ ctx, params, value }) => namesServers(value) && plan(ctx, params.domain, readTarget(value)),
		}),
		screen(routes.nameserversAsk, {
			load: ({ personId }) => actions.nameservers.presets({ personId }),
			view: (t, presets, { params }) => serversAskView(t, params, presets),
			back({ domain, from }) {
				if (domain !== "") return routeRef(routes.nameservers, { domain });
				return from ?? routeRef(routes.domains, {});
			},
		}),
	];
	const inputs = [acceptDomain("nameservers", open, (ctx, names) => replace(ctx, names.join(" ")))];
	return feature(screens, { handlers, conversations: [conversation], inputs });
}

const mostOffered = 10;

export function nameserversView(
	t: T,
	result: Exclude<ZoneResult, Trouble>,
	{ domain, presets }: { domain: string; presets: KnownPresets },
): View {
	if (result.kind === "not_yours") return notYoursView(t, domain, routeRef(routes.nameservers, { domain }));
	const names = result.nameservers.slice(0, 13).map((each) => html`<code>${each}</code>`);
	const parts = [
		t.html("servers-title", { name: nameText(domain) }),
		result.blocked && blockedLines(t, result.blocked),
		names.length > 0 ? lines(names) : t.html("servers-none"),
		result.mode === "edge" && t.html("servers-edge"),
	];
	const known = result.blocked ? [] : presetButtons(t, presets);
	const replace = result.blocked ? [] : [tap(t("servers-replace"), "replace", { style: "primary" })];
	return {
		text: paragraphs(parts),
		buttons: [...known, [...replace, tap(t("button-refresh"), "again")]],
	};
}

/**
 * Asks for new nameservers. `problem`: "" if there is none. Otherwise, it is the code of the problem, a space, and the
 * invalid part. The code is `unknown_preset` or one of `rules/dns/nameservers`.
 */
export function serversAskView(
	t: T,
	{ domain, problem: given = "", count = 1 }: ParamsOf<typeof routes.nameserversAsk>,
	presets: KnownPresets,
): View {
	const [problem = "", part = ""] = given.split(" ", 2);
	const parts = [
		problem !== "" && t.html(`servers-problem-${problem.replaceAll("_", "-")}`, { part }),
		problem === "unknown_preset" && presets.all && t.html("servers-presets", { keys: codes(presets.keys) }),
		domain === "" ? t.html("servers-ask-many", { count }) : t.html("servers-ask", { name: nameText(domain) }),
	];
	return { text: paragraphs(parts), buttons: presetButtons(t, presets) };
}

function presetButtons(t: T, { keys, all }: KnownPresets): Button[][] {
	return keys.slice(0, mostOffered).map((key) => [tap(presetLabel(t, key, all), "preset", { value: key })]);
}

/**
 * Returns the label of a preset's button: the key of the preset, or a translated name for the built-in preset of the
 * service. `known`: true if the bot has read all presets of the account. Only then is it certain that the key `default`
 * means the built-in preset.
 */
function presetLabel(t: T, key: string, known: boolean): string {
	return known && key === "default" ? t("servers-default") : t("servers-preset", { key: shorten(key, 30) });
}

function codes(keys: readonly string[]): Html {
	const shown = keys.slice(0, 20).map((key) => html`<code>${shorten(key, 40)}</code>`);
	return lines(shown, ", ");
}
