import { Composer, type MiddlewareFn } from "grammy";
import type { Document } from "grammy/types";
import type { ImportMode } from "../../../rules/dns/merge.ts";
import { originOf } from "../../../rules/dns/zone-file/read.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain } from "../../input/domain-argument.ts";
import { readTextFile, refuseFile } from "../../input/text-file.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link } from "../../screens/view.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { notYoursView } from "../domains/card.ts";
import { planDestination, showOperation } from "../operation/destination.ts";
import { longestText } from "./routes.ts";
import { exportView, fileView, importView, lostFileView } from "./view.ts";

type Import = ParamsOf<typeof routes.dnsImport>;

/** Exports a domain's DNS records as a file, and imports them from one. */
export function createZoneFile({ actions, readFile, log }: FeatureDeps): Feature {
	const { dns } = actions;
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.dnsFile, {
			export(ctx, { value }) {
				const params = routes.dnsExport.parse({ domain: currentDomain(ctx), format: value });
				if (params) ctx.show(routes.dnsExport, params, { where: "new" });
			},
		}),
	);
	const importAs = (how: ImportMode) => async (ctx: BotContext) => {
		const params = routes.dnsImport.parse(ctx.screen?.params);
		const text = params && (await textOf(params));
		if (!params || text === null) return ctx.redraw();
		const { domain, anyway } = params;
		const result = await dns.importFile({ personId: ctx.person.id, domain, text, anyway, how });
		switch (result.kind) {
			case "no_records":
			case "too_many":
			case "too_long":
			case "incomplete":
			case "other_domain":
				return ctx.redraw();
			default:
				showOperation(ctx, planDestination(result, domain));
		}
	};
	handlers.use(
		onCallback(routes.dnsImport, {
			add: importAs("add"),
			overwrite: importAs("overwrite"),
			replace: importAs("replace"),
		}),
	);

	/** Returns the text of a received file. Null if Telegram no longer has the file. */
	async function textOf({ text, fileId }: Import): Promise<string | null> {
		if (fileId === undefined) return text ?? null;
		const read = await readTextFile({ file_id: fileId, file_unique_id: fileId }, readFile);
		return read.kind === "text" ? read.text : null;
	}

	function take(ctx: BotContext, domain: string | null, text: string, fileId?: string): void {
		const origin = domain ?? originOf(text);
		const parsed = parseDomain(origin ?? "");
		if (!parsed.ok) ctx.show(routes.unknown, { content: "zone-file" });
		else if (fileId !== undefined) ctx.show(routes.dnsImport, { domain: parsed.ascii, fileId });
		else if (text.length >= longestText) ctx.show(routes.unknown, { content: "zone-file-long" });
		else ctx.show(routes.dnsImport, { domain: parsed.ascii, text });
	}

	const claimZoneFile: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text, file } = ctx.incoming;
		if (content === "text" && ctx.intent.is === "zone_file") return take(ctx, dnsDomain(ctx), text);
		if (file === null || ctx.editedMessage !== undefined || !isZoneDocument(ctx, file)) return await next();
		const read = await readTextFile(file, readFile);
		if (read.kind === "problem")
			return await refuseFile(ctx, read.problem === "file-large" ? "zone-file-large" : read.problem, log);
		take(ctx, dnsDomain(ctx), read.text, file.file_id);
	};

	const screens = [
		defineScreen(routes.dnsFile, ({ params, t }) => fileView(t, params.domain)),
		defineScreen(routes.dnsExport, async ({ params, person, t }) => {
			const result = await dns.exportFile({ personId: person.id, ...params });
			switch (result.kind) {
				case "trouble":
					return troubleView(t, result);
				case "not_yours":
					return notYoursView(
						t,
						params.domain,
						link(t("button-back"), routes.domains, {}),
						routeRef(routes.dnsFile, params),
					);
				default:
					return exportView(t, params.domain, result);
			}
		}),
		defineScreen(routes.dnsImport, async ({ params, t }) => {
			const text = await textOf(params);
			if (text === null) return lostFileView(t, params.domain);
			return importView(t, params, dns.readFile({ ...params, text }));
		}),
	];
	return { screens, handlers, claims: { "zone-file": claimZoneFile } };
}

const dnsScreens = new Set(
	[
		routes.zone,
		routes.record,
		routes.refusedRecords,
		routes.dnsFile,
		routes.dnsExport,
		routes.dnsImport,
		routes.domain,
	].map(({ name }) => name),
);

/** Returns the domain of the last screen if that screen is about DNS; otherwise null. */
function dnsDomain(ctx: BotContext): string | null {
	return dnsScreens.has(ctx.screen?.feature ?? "") ? currentDomain(ctx) : null;
}

/**
 * True for a file whose name has the extension of a zone file. While a screen about DNS is open, also true for other
 * text files.
 */
function isZoneDocument(ctx: BotContext, { file_name: name = "" }: Document): boolean {
	if (/\.(?:zone|db|bind|json)$/i.test(name)) return true;
	return dnsDomain(ctx) !== null && /\.(?:txt|csv|tsv)$/i.test(name);
}
