import { isPriorityAndTarget } from "@domains/contract/records/types.ts";
import { parsePartial, parseSentence } from "@domains/dns/sentence.ts";
import { Composer } from "grammy";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { acceptText } from "../input/screen-input.ts";
import { footer, noticeText } from "../screens/format.ts";
import { lines, paragraphs, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { defineScreen } from "../screens/screen.ts";
import { knownProfiles, namesLine, selectedDomains } from "../screens/shared/domain.ts";
import { batchQuoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { backTo, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

/** The priority of a new MX record if the person sent no priority. */
const usualPriority = 10;

/** Changes the DNS records or the edge profile of several domains in one operation. */
export function createManyDomains({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const inputs = [
		/** Accepts a DNS record as text, and plans a change that adds the record to all domains of the screen. */
		acceptText(
			routes.manyDns,
			async (ctx, text, { domains }) => {
				const isRecord = ctx.intent.is === "record" && parseSentence(text) !== undefined;
				if (!isRecord && !parsePartial(text)) return false;
				if (isRecord) await add(ctx, domains, text);
				else ctx.show(routes.manyDns, { domains, noticeKey: "many-dns-partial" });
				return true;
			},
			{ edits: true },
		),
		/** Accepts a single word as the key of an edge profile. */
		acceptText(routes.manyEdge, async (ctx, text, { domains }) => {
			const word = text.trim();
			if (!/^[^\s.,;/#]+$/.test(word)) return false;
			await bind(ctx, domains, word);
			return true;
		}),
	];
	handlers.use(
		onCallback(routes.manyDns, {
			/** Plans the addition of a record again, after an earlier attempt failed. `value`: the text of the record. */
			async add(ctx, { value }) {
				const params = routes.manyDns.parse(ctx.screen?.params);
				if (params) await add(ctx, params.domains, value ?? "");
			},
		}),
	);
	handlers.use(
		onCallback(routes.manyEdge, {
			async bind(ctx, { value }) {
				const params = routes.manyEdge.parse(ctx.screen?.params);
				if (params) await bind(ctx, params.domains, value ?? "");
			},
		}),
	);

	/** Plans a change that adds the record in `text` to all of `domains`. */
	async function add(ctx: BotContext, domains: string[], text: string): Promise<void> {
		const sentence = parseSentence(text);
		if (!sentence) return ctx.redraw();
		const { host: hostname, ...rest } = sentence;
		const needsPriority = isPriorityAndTarget(rest.type) && rest.value !== "." && rest.priority === undefined;
		const record = { hostname, ...rest, ...(needsPriority && { priority: usualPriority }) };
		const edits = [{ edit: "add" as const, record, isLine: true }];
		const result = await actions.dns.plan({ personId: ctx.person.id, domains, edits });
		const from = routeRef(routes.manyDns, { domains });
		showOperation(ctx, batchQuoteDestination(result, { change: true, from }), { ...from, verb: "add", value: text });
	}

	async function bind(ctx: BotContext, domains: string[], profileKey: string): Promise<void> {
		const wanted = domains.map((domain) => ({ domain, profileKey }));
		const result = await actions.edge.plan({ personId: ctx.person.id, wanted });
		if (result.kind === "bad_key") ctx.show(routes.manyEdge, { domains, noticeKey: "many-edge-bad-key" });
		else if (result.kind === "bad_profile")
			ctx.show(routes.manyEdge, { domains, noticeKey: `many-edge-${result.problem}` });
		else {
			const from = routeRef(routes.manyEdge, { domains });
			const repeatedTap = { ...from, verb: "bind", value: profileKey };
			showOperation(ctx, batchQuoteDestination(result, { change: true, from }), repeatedTap);
		}
	}

	const screens = [
		defineScreen(routes.manyDns, ({ params, t }) => manyDnsView(t, params)),
		defineScreen(routes.manyEdge, async ({ params, person, t }) => {
			const profile = await actions.profile.read({ personId: person.id });
			const keys = new Set(params.domains.flatMap((domain) => knownProfiles(profile, domain)));
			return manyEdgeView(t, params, [...keys]);
		}),
	];
	return { screens, handlers, inputs };
}

const mostOffered = 8;

function manyDnsView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyDns>): View {
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("many-dns-title", { count: domains.length }), namesLine(t, domains)]),
			t.html("many-dns-how"),
		]),
		buttons: [
			[link(t("templates-open"), routes.dnsTemplates, { domain: "", domains })],
			footer(t, backTo(t("button-back"), selectedDomains(domains))),
		],
	};
}

/** Offers the edge profiles with these keys as buttons. The person can type the key of any other profile. */
function manyEdgeView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyEdge>, keys: readonly string[]): View {
	const offers = keys.slice(0, mostOffered).map((key) => {
		return [tap(t("edge-bind", { key: shorten(key, 30) }), "bind", { value: key })];
	});
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("many-edge-title", { count: domains.length }), namesLine(t, domains)]),
			t.html("edge-how"),
		]),
		buttons: [...offers, footer(t, backTo(t("button-back"), selectedDomains(domains)))],
	};
}
