import { isPriorityAndTarget } from "@domains/contract/records/types.ts";
import { parsePartial, parseSentence } from "@domains/dns/sentence.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { noticeText } from "../screens/format.ts";
import { lines, paragraphs, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import { knownProfiles, namesLine, selectedDomains } from "../screens/shared/domain.ts";
import { batchQuoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The priority of a new MX record if the person sent no priority. */
const usualPriority = 10;

/** Changes the DNS records or the edge profile of several domains in one operation. */
export function createManyDomains({ actions }: FeatureDeps): Feature {
	/** Plans a change that adds the record in `text` to all of `domains`. */
	async function add({ ctx, personId, params: { domains } }: Act<Domains>, text: string): Promise<void> {
		const sentence = parseSentence(text);
		if (!sentence) return ctx.redraw();
		const { host: hostname, ...rest } = sentence;
		const needsPriority = isPriorityAndTarget(rest.type) && rest.value !== "." && rest.priority === undefined;
		const record = { hostname, ...rest, ...(needsPriority && { priority: usualPriority }) };
		const edits = [{ edit: "add" as const, record, isLine: true }];
		const result = await actions.dns.plan({ personId, domains, edits });
		const from = routeRef(routes.manyDns, { domains });
		showOperation(ctx, batchQuoteDestination(result, { change: true, from }), { ...from, verb: "add", value: text });
	}

	async function bind({ ctx, personId, params: { domains } }: Act<Domains>, profileKey: string) {
		const wanted = domains.map((domain) => ({ domain, profileKey }));
		const result = await actions.edge.plan({ personId, wanted });
		if (result.kind === "bad_key") return { noticeKey: "many-edge-bad-key" };
		if (result.kind === "bad_profile") return { noticeKey: `many-edge-${result.problem}` };
		const from = routeRef(routes.manyEdge, { domains });
		const repeatedTap = { ...from, verb: "bind", value: profileKey };
		return showOperation(ctx, batchQuoteDestination(result, { change: true, from }), repeatedTap);
	}

	return feature([
		screen(routes.manyDns, {
			view: manyDnsView,
			back: ({ domains }) => selectedDomains(domains),
			/** `value`: the text of a record that could not be planned before. */
			on: { add: (act) => add(act, act.value) },
			text(act) {
				const isRecord = act.ctx.intent.is === "record" && parseSentence(act.value) !== undefined;
				if (isRecord) return add(act, act.value);
				return parsePartial(act.value) !== undefined && { noticeKey: "many-dns-partial" };
			},
			edits: true,
		}),
		screen(routes.manyEdge, {
			async load({ personId, params: { domains } }) {
				const profile = await actions.profile.read({ personId });
				return [...new Set(domains.flatMap((domain) => knownProfiles(profile, domain)))];
			},
			view: (t, keys, { params }) => manyEdgeView(t, params, keys),
			back: ({ domains }) => selectedDomains(domains),
			on: { bind: (act) => bind(act, act.value) },
			/** A single word is the key of an edge profile. */
			text(act) {
				const word = act.value.trim();
				return /^[^\s.,;/#]+$/.test(word) && bind(act, word);
			},
		}),
	]);
}

type Domains = { domains: string[] };

const mostOffered = 8;

function manyDnsView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyDns>): View {
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("many-dns-title", { count: domains.length }), namesLine(t, domains)]),
			t.html("many-dns-how"),
		]),
		buttons: [[link(t("templates-open"), routes.dnsTemplates, { domain: "", domains })]],
	};
}

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
		buttons: [...offers],
	};
}
