import type { ImportMode } from "@domains/dns/merge.ts";
import { mentionsRecords } from "@domains/dns/sentence.ts";
import type { DoubtfulLine, RefusedLine } from "@domains/dns/zone-file/parsed-zone.ts";
import type { MiddlewareFn } from "grammy";
import type { Draft, ZoneFileResult } from "../../actions/index.ts";
import { zoneFormats } from "../../rules/choices.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { acceptText } from "../input/screen-input.ts";
import {
	askedZone,
	continuesPaste,
	isNextPart,
	receiveRecords,
	refusePaste,
	zoneOnScreen,
} from "../input/sent-records.ts";
import { isZoneDocument, mayHoldRecords, readTextFile, refuseFile } from "../input/text-file.ts";
import { doubtLines, hostnamePlaces, numberedPlaces } from "../screens/doubts.ts";
import { linkedName, nameText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten, visibleText } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import { dnsLines, problemLine } from "../screens/shared/change.ts";
import { notYoursView } from "../screens/shared/domain.ts";
import { quoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

type Import = ParamsOf<typeof routes.dnsImport>;

/** Exports a domain's DNS records as a file, and imports them from one. */
export function createZoneFile({ actions, readFile, log, settings }: FeatureDeps): Feature {
	const { dns } = actions;
	const { serviceName } = settings;
	const importAs =
		(how: ImportMode) =>
		async ({ ctx, personId, params }: Act<Import>) => {
			const text = await textOf(params);
			if (text === null) return;
			const result = await dns.importFile({ ...params, personId, text, how });
			switch (result.kind) {
				case "no_records":
				case "too_many":
				case "too_long":
				case "too_slow":
				case "incomplete":
				case "other_domain":
					return;
				default:
					showOperation(ctx, quoteDestination(result, { draftId: params.draftId }));
			}
		};

	/** Null if Telegram no longer has the file. */
	async function textOf({ text, fileId }: Import): Promise<string | null> {
		if (fileId === undefined) return text ?? null;
		const read = await readTextFile({ file_id: fileId, file_unique_id: fileId }, readFile);
		return read.kind === "text" ? read.text : null;
	}

	const claimZoneFile: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text, file } = ctx.incoming;
		const zone = () => askedZone(ctx) ?? zoneOnScreen(ctx, actions);
		if (content === "text" && ctx.intent.is === "zone_file")
			return await receiveRecords(ctx, actions, { zone: await zone(), text });
		if (content === "text" && mentionsRecords(text)) {
			const shown = await zone();
			if (shown) return await receiveRecords(ctx, actions, { zone: shown, text });
		}
		if (file === null || ctx.editedMessage !== undefined) return await next();
		const isRecords = isZoneDocument(file) || (mayHoldRecords(file) && (await zone()) !== null);
		if (!isRecords) return await next();
		const read = await readTextFile(file, readFile);
		if (read.kind === "problem") {
			const { problem } = read;
			const isOwn = problem === "file-large" || problem === "file-binary";
			return await refuseFile(ctx, isOwn ? (`zone-${problem}` as const) : problem, log, await zone());
		}
		await receiveRecords(ctx, actions, { zone: await zone(), text: read.text, file });
	};
	// No part of a text that Telegram split is imported alone: the import would lack the records of the others.
	const readNextPart = acceptText(routes.unknown, (ctx, _text, { content, domain, draftId, at }) => {
		if (content !== "zone-file-long" || !continuesPaste(ctx, at)) return false;
		refusePaste(ctx, domain === undefined ? null : { domain, draftId }, { where: "place" });
		return true;
	});

	return feature(
		[
			screen(routes.dnsFile, {
				view: fileView,
				back: ({ domain, draftId }) => routeRef(routes.zone, { domain, draftId }),
				on: {
					export({ ctx, params: { domain }, value }) {
						const params = routes.dnsExport.parse({ domain, format: value });
						if (params) ctx.show(routes.dnsExport, params, { where: "new" });
					},
				},
			}),
			screen(routes.dnsExport, {
				load: ({ personId, params }) => dns.exportFile({ personId, ...params }),
				view: (t, result, { params }) =>
					result.kind === "not_yours"
						? notYoursView(t, params.domain, routeRef(routes.dnsFile, params))
						: exportView(t, params.domain, result),
				back: () => routeRef(routes.domains, {}),
			}),
			screen(routes.dnsImport, {
				async load({ personId, params }) {
					const text = await textOf(params);
					if (text === null) return null;
					const { domain, draftId } = params;
					const draft = await dns.draft({ personId, domain, draftId });
					return { draft, found: await dns.readFile({ ...params, text }) };
				},
				missing: (t, { params }) => ({ text: paragraphs([nameText(params.domain), t.html("dns-import-lost")]) }),
				view: (t, { draft, found }, { params }) => importView(t, { ...params, draft, serviceName }, found),
				back: ({ domain, draftId }) => routeRef(routes.dnsFile, { domain, draftId }),
				on: {
					add: importAs("add"),
					overwrite: importAs("overwrite"),
					replace: importAs("replace"),
					async discard({ personId, value }) {
						await actions.operation.withdraw({ personId, operationId: Number(value) });
					},
				},
				text({ ctx, params: { domain, draftId, ...records } }) {
					return isNextPart(ctx, records) && refusePaste(ctx, { domain, draftId }, { where: "place" });
				},
			}),
		],
		{ inputs: [readNextPart], claims: { "zone-file": claimZoneFile } },
	);
}

const mostRefused = 8;
const mostLeft = 3;
const mostDrafted = 5;

function fileView(t: T, { domain }: ParamsOf<typeof routes.dnsFile>): View {
	const formats = zoneFormats.map((value) => tap(t(`dns-export-${value}`), "export", { value }));
	return {
		text: paragraphs([t.html("dns-file-title", { name: nameText(domain) }), t.html("dns-file-hint")]),
		buttons: [formats],
	};
}

function exportView(
	t: T,
	domain: string,
	{ name, bytes, records }: { name: string; bytes: Uint8Array; records: number },
): View {
	return {
		text: t.html("dns-file-sent", { name: linkedName(domain), count: records }),
		document: { name, bytes },
		buttons: [
			[linkInNewMessage(t("domain-dns"), routes.zone, { domain }), linkInNewMessage(t("button-home"), routes.home, {})],
		],
	};
}

/** `draft`: changes that the person has not confirmed yet, and that an import would apply too. */
export function importView(
	t: T,
	{ draft = null, serviceName = null, ...params }: Import & { draft?: Draft | null; serviceName?: string | null },
	found: ZoneFileResult,
): View {
	const name = nameText(params.domain);
	const title = t.html("dns-import-title", { name });
	const view = (parts: (Html | false)[], buttons: Button[][] = []): View => ({
		text: paragraphs([title, ...parts]),
		buttons,
	});
	switch (found.kind) {
		case "read":
			return view(
				[
					t.html("dns-import-read", { count: found.records }),
					refusedLines(t, found.refused, serviceName),
					doubtfulLines(t, found.doubtful),
					unusedLine(t, found.unused),
					found.withoutTtl > 0 && t.html("dns-import-no-ttl", { count: found.withoutTtl }),
					leftLines(t, found.left),
					found.nameservers.length > 0 && t.html("dns-import-servers"),
					lines([
						t.html("dns-import-ways", { draft: String(draft !== null) }),
						!found.isComplete && t.html("dns-import-keeps"),
					]),
					draft !== null && lines([t.html("dns-import-draft"), dnsLines(t, { ...draft.diff, kept: 0 }, mostDrafted)]),
				],
				[
					[tap(t("dns-import-add"), "add", { style: "primary" }), tap(t("dns-import-overwrite"), "overwrite")],
					[tap(t("dns-import-replace"), "replace", { style: "danger" })],
					draft?.canDiscard ? [tap(t("dns-import-discard"), "discard", { value: String(draft.id) })] : [],
				],
			);
		case "no_records":
			return view(
				[t.html("dns-import-none"), refusedLines(t, found.refused, serviceName)],
				[[tap(t("dns-import-as-list"), "as_list")]],
			);
		case "too_many":
			return view([t.html("dns-import-many", { most: found.most })]);
		case "too_long":
			return view([t.html("dns-import-long", { megabytes: found.mostMegabytes, lines: found.mostLines })]);
		case "too_slow":
			return view([t.html("unknown-file-slow")]);
		case "incomplete":
			return view([t.html("dns-import-directive", { directive: html`<code>${found.directive}</code>` })]);
		case "other_domain": {
			const { origin } = found;
			return view(
				[t.html("dns-import-other", { origin: nameText(origin), name })],
				[
					[link(t("dns-import-anyway"), routes.dnsImport, { ...params, anyway: true }, "primary")],
					[link(t("dns-import-open"), routes.dnsImport, { ...params, domain: origin, draftId: undefined })],
				],
			);
		}
	}
}

function refusedLines(t: T, refused: readonly RefusedLine[], serviceName: string | null): Html | false {
	if (refused.length === 0) return false;
	const rows = refused.slice(0, mostRefused).map((each) => {
		return lines([quotedLine(t, each), problemLine(t, each.problem, { type: each.type, serviceName })], " ");
	});
	const more = refused.length - rows.length;
	return lines([
		t.html("dns-import-refused", { count: refused.length }),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

/** What the bot assumed. A line that is alone of its kind is quoted. */
function doubtfulLines(t: T, doubtful: readonly DoubtfulLine[]): Html | false {
	const rows = doubtLines(t, doubtful, (each) => {
		const [only, ...others] = each;
		if (only && others.length === 0) return quotedLine(t, only);
		const hostnames = each.flatMap(({ hostname }) => hostname ?? []);
		if (hostnames.length === each.length) return hostnamePlaces(t, hostnames);
		const what = only?.record === undefined ? "lines" : "records";
		const numbers = each.map(({ line, record = line }) => record);
		return numberedPlaces(t, what, numbers);
	});
	return rows.length > 0 && lines([t.html("dns-import-doubt"), ...rows]);
}

function unusedLine(t: T, unused: readonly string[]): Html | false {
	if (unused.length === 0) return false;
	const names = lines(
		unused.slice(0, mostRefused).map((name) => html`<code>${shorten(visibleText(name), 30)}</code>`),
		", ",
	);
	const more = unused.length - mostRefused;
	return lines([t.html("dns-import-unused", { names }), more > 0 && t.html("operation-more", { count: more })]);
}

/** Records that still point to the domain in the file, if it is imported for another one. */
function leftLines(t: T, left: Extract<ZoneFileResult, { kind: "read" }>["left"]): Html | false {
	if (!left) return false;
	const rows = left.records.slice(0, mostLeft).map(({ type, hostname, value }) => {
		return html`<code>${shorten(visibleText(`${hostname} ${type} ${value}`), 60)}</code>`;
	});
	const count = left.records.length;
	const more = count - rows.length;
	return lines([
		t.html("dns-import-left", { count, origin: nameText(left.origin) }),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

function quotedLine(t: T, { line, text, record }: Pick<RefusedLine, "line" | "text" | "record">): Html {
	return t.html("dns-import-line", {
		line,
		record: record === undefined ? "none" : String(record),
		text: html`<code>${shorten(visibleText(text), 60)}</code>`,
	});
}
