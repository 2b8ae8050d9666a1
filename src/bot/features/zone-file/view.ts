import type { DoubtfulLine, RefusedLine } from "@domains/dns/zone-file/parsed-zone.ts";
import type { Draft, ZoneFileResult } from "../../../actions/index.ts";
import { doubtLines, hostnamePlaces, numberedPlaces } from "../../screens/doubts.ts";
import { footer, linkedName, nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten, visibleText } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { dnsLines, problemLine } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The screen shows at most this number of refused lines of a file. */
const mostRefused = 8;
const mostLeft = 3;
const mostDrafted = 5;

/** Offers to export the records, and says how to import them. */
export function fileView(t: T, { domain, draftId }: ParamsOf<typeof routes.dnsFile>): View {
	const formats = ["zone", "csv", "json"].map((value) => tap(t(`dns-export-${value}`), "export", { value }));
	const back = link(t("button-back"), routes.zone, { domain, draftId });
	return {
		text: paragraphs([t.html("dns-file-title", { name: nameText(domain) }), t.html("dns-file-hint")]),
		buttons: [formats, footer(t, back)],
	};
}

export function exportView(
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

type Import = ParamsOf<typeof routes.dnsImport>;

/**
 * Shows what a received file contains, and the ways to import it. `draft`: changes that the person has not confirmed
 * yet, and that an import would apply too. `serviceName`: the name of the registrar, if it has one.
 */
export function importView(
	t: T,
	{ draft = null, serviceName = null, ...params }: Import & { draft?: Draft | null; serviceName?: string | null },
	found: ZoneFileResult,
): View {
	const { domain, draftId } = params;
	const name = nameText(domain);
	const title = t.html("dns-import-title", { name });
	const toFile = link(t("button-back"), routes.dnsFile, { domain, draftId });
	const view = (parts: (Html | false)[], buttons: Button[][] = []): View => ({
		text: paragraphs([title, ...parts]),
		buttons: [...buttons, footer(t, toFile)],
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
				params.fileId === undefined ? [] : [[tap(t("dns-import-as-list"), "as_list")]],
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

/** Says that Telegram no longer has the file. */
export function lostFileView(t: T, { domain, draftId }: Import): View {
	const back = link(t("button-back"), routes.dnsFile, { domain, draftId });
	return { text: paragraphs([nameText(domain), t.html("dns-import-lost")]), buttons: [footer(t, back)] };
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

/** Says what the bot assumed about lines of the file. A line that is alone of its kind is quoted. */
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

/** Names the columns of the file that the bot does not read. */
function unusedLine(t: T, unused: readonly string[]): Html | false {
	if (unused.length === 0) return false;
	const names = lines(
		unused.slice(0, mostRefused).map((name) => html`<code>${shorten(visibleText(name), 30)}</code>`),
		", ",
	);
	const more = unused.length - mostRefused;
	return lines([t.html("dns-import-unused", { names }), more > 0 && t.html("operation-more", { count: more })]);
}

/** If the file is imported for another domain, lists the records that still point to the domain in the file. */
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
