import { isFileType, looksLikeData } from "@domains/contract/records/data-form.ts";
import { canonicalRecord, relativeHostname } from "@domains/contract/records/record.ts";
import { isRecordType } from "@domains/contract/records/types.ts";
import {
	isDnssecType,
	isRecordLike,
	isUsualHost,
	parsePartial,
	parseSentence,
	parseShortTarget,
	parseUnsupported,
	readUnsupported,
	typesRecord,
} from "@domains/dns/sentence.ts";
import type { UnsupportedRecord } from "@domains/dns/zone-file/parsed-zone.ts";
import { Composer, type MiddlewareFn } from "grammy";
import { z } from "zod";
import { isPriorityMissing, partsOfTarget, tryComplete, validateNew } from "../../../rules/record-answer.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { acceptDomain, currentDomain, parseDomainArgument } from "../../input/domain-argument.ts";
import {
	askedZone,
	currentDraft,
	isNextPart,
	likelyDomains,
	onlyDomain,
	receiveRecords,
	refusePaste,
	zoneOnScreen,
} from "../../input/sent-records.ts";
import { shorten } from "../../screens/html.ts";
import { listCallbacks } from "../../screens/list.ts";
import type { ScreenZone, SentRecords } from "../../screens/params.ts";
import { record, recordEdits, sentRecords } from "../../screens/params.ts";
import { routeRef, to } from "../../screens/route.ts";
import { screen } from "../../screens/screen.ts";
import { showPlan } from "../../screens/shared/ask.ts";
import { showOperation } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback, parseValue } from "../../updates/callbacks.ts";
import { type Given, recordConversation } from "./conversation.ts";
import {
	domainAskView,
	isImport,
	recordAskView,
	recordView,
	refusalsView,
	unplannedView,
	zoneMoreView,
	zoneTypesView,
	zoneView,
} from "./view.ts";

const place = z.object({ records: sentRecords.optional() });
const stepEnded = to(routes.stepEnded, {});

/** The DNS records of a domain. Every change is first shown as a plan, and takes effect once the person confirms it. */
export function createDns({ actions, settings }: FeatureDeps): Feature {
	const { dns } = actions;
	const conversation = recordConversation(actions);
	const handlers = new Composer<BotContext>();

	handlers.command("dns", (ctx) => open(ctx, ctx.match));

	async function open(ctx: BotContext, argument: string): Promise<void> {
		const named = parseDomainArgument(ctx, "zone", argument);
		if (!named) return;
		const { domain, rest } = named;
		if (rest.length === 0) ctx.show(routes.zone, { domain, page: 1 });
		else await add(ctx, { domain, draftId: currentDraft(ctx) }, rest.join(" "));
	}
	/** Accepts a complete record, or a part of one. If parts are missing, the bot then asks for them. */
	const claimRecord: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text } = ctx.incoming;
		const { intent } = ctx;
		const isRecord = intent.is === "record";
		const short = parseShortTarget(text);
		if (content !== "text") return await next();
		if (!isRecord && !short && !parsePartial(text)) {
			const other = intent.is === "unsupported_record" ? intent : readUnsupported(text);
			const zone = other ? (askedZone(ctx) ?? (await zoneOnScreen(ctx, actions))) : null;
			if (other && (zone || intent.is === "unsupported_record")) return refuse(ctx, other, zone);
			const shown = !other && isRecordLike(text) ? (askedZone(ctx) ?? (await zoneOnScreen(ctx, actions))) : null;
			return shown ? await receiveRecords(ctx, actions, { zone: shown, text }) : await next();
		}
		// If the last screen asks for a record, that screen was offered this text first and did not accept it as an answer.
		// So an incomplete record begins another record of the same domain, which `askedZone` returns.
		const zone = (isRecord ? null : askedZone(ctx)) ?? (await zoneOnScreen(ctx, actions));
		const isLate = ctx.interruptedQuestion?.to === routes.recordAsk.name;
		if (zone) return await take(ctx, zone, { text });
		if (isLate || (!isRecord && !typesRecord(text))) return await next();
		const domain = await onlyDomain(ctx, actions, { text });
		if (domain !== null) await take(ctx, { domain }, { text });
	};
	const inputs = [
		acceptDomain(
			"zone",
			async (ctx, text, { records }) => {
				if (!records) return await open(ctx, text);
				const named = parseDomainArgument(ctx, "zone", text);
				if (named) await takeFor(ctx, named.domain, records);
			},
			async (ctx, domains) => ctx.show(routes.manyDns, { domains }),
		),
	];
	handlers.use(
		onCallback([routes.domainAsk, routes.domains], {
			async take_records(ctx, { value }) {
				const { records } = place.safeParse(ctx.screen?.params).data ?? {};
				if (value && records) await take(ctx, { domain: value }, records);
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);
	handlers.use(
		onCallback(routes.operation, {
			review: (ctx) => review(ctx, routes.operation.parse(ctx.screen?.params)?.operationId ?? 0),
			add_record: (ctx, { value }) => enter(ctx, {}, { domain: value ?? "" }),
			async more_changes(ctx) {
				const { operationId } = routes.operation.parse(ctx.screen?.params) ?? { operationId: 0 };
				const found = await actions.operation.get({ personId: ctx.person.id, operationId });
				const [item] = found.kind === "operation" ? found.operation.items : [];
				if (item) ctx.show(routes.zone, { domain: item.domain, draftId: operationId });
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);

	/** Adds the records that the person sent to the domain that they typed. If it is not theirs, says so and asks again. */
	async function takeFor(ctx: BotContext, name: string, records: SentRecords): Promise<void> {
		const [domain] = await actions.domain.owned({ personId: ctx.person.id, names: [name] });
		if (domain !== undefined) await take(ctx, { domain }, records);
		else ctx.show(routes.domainAsk, { records, notYours: name });
	}

	/** Starts the conversation that asks for a record. */
	const enter = (
		ctx: BotContext,
		given: Given,
		{ domain, draftId }: ScreenZone = { domain: currentDomain(ctx) ?? "", draftId: currentDraft(ctx) },
	) => ctx.conversation.enter(conversation.name, domain, JSON.stringify({ ...given, draftId }));

	/**
	 * Opens the import if the person sent a file, or a text in the format of a zone file or a table. Otherwise, adds the
	 * single record that they sent.
	 */
	async function take(ctx: BotContext, zone: ScreenZone, records: SentRecords): Promise<void> {
		const { text = "" } = records;
		const short = parseShortTarget(text);
		if (isImport(records)) ctx.show(routes.dnsImport, { ...zone, ...records });
		else if (short) await enter(ctx, { known: partsOfTarget(short, zone.domain) }, zone);
		else await add(ctx, zone, text);
	}

	/**
	 * Says that the bot cannot add a record of this type. The built-in service does not store the type. Another service
	 * may do so, and an import then adds the record. `zone`: the zone on the screen, if any.
	 */
	function refuse(ctx: BotContext, { host, type, value }: UnsupportedRecord, zone: ScreenZone | null): void {
		if (isDnssecType(type)) {
			ctx.show(routes.unsupported, { wants: "dnssec" });
			return;
		}
		const shownValue = looksLikeData(type, value) || !mayHoldToken(value) ? shorten(value, 200) : "…";
		const hostname = mayHoldToken(host) ? "…" : shorten(host, 60);
		const record = { type, hostname, value: shownValue, ttl: null, priority: null };
		const problem = settings.sandbox ? "type" : "type_imported";
		const { domain = "", draftId } = zone ?? {};
		ctx.show(routes.refusedRecords, { domain, draftId, refusals: [{ record, problem }], more: 0 });
	}

	/**
	 * Plans a change that adds the record in the text. If the record is incomplete, asks for the missing parts. If the
	 * text is not a record, shows the records that match it.
	 */
	async function add(ctx: BotContext, zone: ScreenZone, text: string): Promise<void> {
		const sentence = parseSentence(text);
		const partial = sentence ? undefined : parsePartial(text);
		if (partial) {
			const known = tryComplete(partial, zone.domain);
			if (!("record" in known)) return await enter(ctx, { known }, zone);
			return await showPlan(ctx, dns, zone, [{ edit: "add", record: known.record, isLine: true }]);
		}
		const other = sentence ? undefined : parseUnsupported(text);
		if (other) return refuse(ctx, other, zone);
		if (!sentence && isRecordLike(text)) return await receiveRecords(ctx, actions, { zone, text });
		if (!sentence) return ctx.show(routes.zone, { ...zone, search: text.slice(0, 200) });
		const { host: hostname, ...rest } = sentence;
		const record = { hostname, ...rest };
		const next = validateNew(record, zone.domain, {});
		if ("record" in next || !isPriorityMissing(next))
			await showPlan(ctx, dns, zone, [{ edit: "add", record, isLine: true }]);
		else await enter(ctx, { known: next, isLine: true }, zone);
	}

	/**
	 * Returns `word` if it can filter the list of records, and null otherwise. A filter is a record type, a hostname of
	 * the zone, or a usual hostname such as `www`.
	 */
	async function filterOf(ctx: BotContext, { domain, draftId }: ScreenZone, word: string): Promise<string | null> {
		if (word === "" || word.length > 253 || /\s/.test(word)) return null;
		const type = word.toUpperCase();
		const isType = isRecordType(type) || (isFileType(type) && word === type);
		if (isType || isUsualHost(word)) return word;
		const zone = await dns.read({ personId: ctx.person.id, domain, draftId });
		if (zone.kind !== "zone") return null;
		if (zone.records.some((record) => record.type.toUpperCase() === type)) return word;
		const host = relativeHostname(word, domain);
		const isThere = zone.records.some((record) => host.ok && canonicalRecord(record, zone).hostname === host.value);
		return host.ok && isThere ? host.value : null;
	}

	/**
	 * Plans the unconfirmed changes of an operation (a draft) again, because its plan may have expired. The new plan
	 * starts from the current records, which other people may have changed meanwhile.
	 */
	async function review(ctx: BotContext, draftId: number): Promise<void> {
		const { id: personId } = ctx.person;
		const found = await actions.operation.get({ personId, operationId: draftId });
		const [item] = found.kind === "operation" ? found.operation.items : [];
		const { domain } = item ?? { domain: "" };
		if ((await dns.draft({ personId, domain, draftId })) !== null) await showPlan(ctx, dns, { domain, draftId }, []);
		else showOperation(ctx, to(routes.operation, { operationId: draftId }));
	}

	const screens = [
		screen(routes.zone, {
			load: ({ personId, params: { domain, draftId } }) => dns.read({ personId, domain, draftId }),
			view: (t, zone, { params }) => zoneView(t, zone, params),
			back: ({ domain }) => routeRef(routes.domain, { domain }),
			callbacks: listCallbacks(routes.zone),
			on: {
				add: ({ ctx }) => enter(ctx, {}),
				review: ({ ctx, value }) => review(ctx, Number(value)),
				/** Previews edits of records again, after an earlier attempt failed. `value`: the edits as JSON. */
				plan({ ctx, params, value }) {
					const edits = parseValue(recordEdits, value);
					return edits ? showPlan(ctx, dns, params, edits) : stepEnded;
				},
			},
			async text({ ctx, params: { domain, draftId }, value }) {
				const search = await filterOf(ctx, { domain, draftId }, value.trim());
				return search !== null && to(routes.zone, { domain, search, draftId });
			},
		}),
		screen(routes.zoneTypes, {
			load: ({ personId, params }) => dns.read({ personId, ...params }),
			view: (t, zone, { params }) => zoneTypesView(t, zone, params),
			back: (params) => routeRef(routes.zone, { ...params, page: 1 }),
		}),
		screen(routes.zoneMore, {
			async load({ personId, params: { domain } }) {
				const card = await actions.domain.card({ personId, domain });
				return card.kind === "domain" && card.watched != null;
			},
			view: (t, isWatched, { params }) => zoneMoreView(t, isWatched, params),
			back: ({ domain, draftId }) => routeRef(routes.zone, { domain, page: 1, draftId }),
		}),
		screen(routes.record, {
			view: recordView,
			back: ({ domain, page, search, draftId }) => routeRef(routes.zone, { domain, page, search, draftId }),
			on: {
				edit({ ctx, value }) {
					const editing = parseValue(record, value);
					return editing ? enter(ctx, { editing }) : stepEnded;
				},
				delete: ({ ctx, params }) => showPlan(ctx, dns, params, [{ edit: "remove", record: params.record }]),
			},
		}),
		screen(routes.domainAsk, {
			load: ({ personId }) => likelyDomains(actions, personId),
			view: (t, found, { params }) => domainAskView(t, params, found),
			async text({ ctx, params: { records } }) {
				if (isNextPart(ctx, records)) return refusePaste(ctx, null, { where: "place" });
				return ctx.intent.is === "name" && (await takeFor(ctx, ctx.intent.ascii, records));
			},
		}),
		screen(routes.recordAsk, {
			view: recordAskView,
			back: ({ domain, draftId }) => routeRef(routes.zone, { domain, page: 1, draftId }),
		}),
		screen(routes.refusedRecords, {
			view: (t, params) => refusalsView(t, params, settings.serviceName),
			back: ({ domain, draftId }) => (domain === "" ? undefined : routeRef(routes.zone, { domain, page: 1, draftId })),
		}),
		screen(routes.unplanned, { view: unplannedView, back: ({ domain }) => routeRef(routes.domain, { domain }) }),
	];
	return feature(screens, { handlers, conversations: [conversation], inputs, claims: { record: claimRecord } });
}
