import { unicodeOf } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import type { Live, LiveAnswer } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { nameText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../screens/html.ts";
import { type RouteRef, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { showTrouble } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

/**
 * Handles the check *Is it live?*. It shows whether nameservers and resolvers already return the new state of a domain
 * after a change.
 */
export function createLive({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback([routes.domain, routes.zone, routes.zoneMore], {
			live: (ctx, { value }) => open(ctx, { domain: value ?? "" }),
		}),
		onCallback(routes.operation, {
			async live(ctx, { value }) {
				const operationId = routes.operation.parse(ctx.screen?.params)?.operationId ?? 0;
				await open(ctx, { domain: value ?? "", operationId }, routeRef(routes.operation, { operationId }));
			},
		}),
	);

	async function open(
		ctx: BotContext,
		subject: { domain: string; operationId?: number },
		from?: RouteRef,
	): Promise<void> {
		const result = await actions.live.start({ personId: ctx.person.id, ...subject });
		if (result.kind === "trouble") return showTrouble(ctx, result);
		if (result.kind === "not_yours") return ctx.show(routes.domain, { domain: result.domain });
		const { watchId, domain } = result;
		ctx.show(routes.live, { watchId, domain, ...(from && { from }) });
	}

	return feature(
		[
			screen(routes.live, {
				load: ({ personId, params: { watchId } }) => actions.live.read({ personId, watchId }),
				view: (t, live, { params }) => liveView(t, live, params),
				missing: (t, { params }) => liveView(t, null, params),
				back: ({ domain, from }) => from ?? routeRef(routes.zone, { domain, page: 1 }),
				on: { live: ({ ctx, params: { from }, value }) => open(ctx, { domain: value }, from) },
			}),
		],
		{ handlers },
	);
}

type Server = LiveAnswer["servers"][number];

/**
 * Shows the result of the check *Is it live?*. Says how many servers already return the new state of the domain, and
 * what the others return. `live` is null if the stored check was deleted.
 */
export function liveView(t: T, live: Live | null, { domain }: { domain: string }): View {
	const { answer = null, answeredAt = null } = live ?? {};
	const parts = [
		lines([t.html("live-title", { name: nameText(domain) }), live && headline(t, live)]),
		answer && serversLines(t, answer),
		answer &&
			answer.questions < answer.total &&
			t.html("live-partly", { count: answer.questions, total: answer.total }),
		answer?.outcome === "gave_up" && t.html("live-gave-up"),
		lines([
			live !== null && live.failure !== null && t.html("live-failure"),
			answeredAt && t.html("live-looked", { time: t.time(answeredAt) }),
			live?.nextAt && t.html("live-next", { time: t.clock(live.nextAt) }),
		]),
	];
	return { text: paragraphs(parts), buttons: [[tap(t("live-again"), "live", { value: domain })]] };
}

function headline(t: T, { answer }: Live): Html {
	if (!answer) return t.html("live-asking");
	const { servers, outcome, questions } = answer;
	if (questions === 0) return t.html("live-nothing");
	if (servers.every(({ verdict }) => verdict === "silent")) return t.html("live-offline");
	const count = servers.filter(({ verdict }) => verdict === "new").length;
	return t.html("live-seen", { count, total: servers.length, outcome });
}

function serversLines(t: T, { servers }: LiveAnswer): Html {
	// If there are many servers, show only one outdated answer of each server, so that all fit in one message.
	const most = servers.length > 6 ? 1 : 2;
	return lines(servers.map((server) => serverLines(t, { ...server, old: server.old.slice(0, most) })));
}

function serverLines(t: T, { name, role, verdict, old }: Server): Html {
	const shown = html`<code>${shorten(unicodeOf(name), 40)}</code>`;
	const answers = old.map(({ name: owner, type, values, until }) =>
		lines(
			[
				html`    ${type} ${shorten(unicodeOf(owner), 40)}: ${values.length > 0 ? shorten(values.join(", "), 60) : t("live-empty")}`,
				until !== null && t.html("live-until", { time: t.clock(new Date(until)) }),
			],
			" ",
		),
	);
	return lines([t.html("live-server", { server: shown, role, verdict }), ...answers]);
}
