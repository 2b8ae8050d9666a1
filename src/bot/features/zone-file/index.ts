import type { ImportMode } from "@domains/dns/merge.ts";
import { Composer, type MiddlewareFn } from "grammy";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain } from "../../input/domain-argument.ts";
import { acceptText } from "../../input/screen-input.ts";
import {
	askedZone,
	continuesPaste,
	isNextPart,
	receiveRecords,
	refusePaste,
	zoneOnScreen,
} from "../../input/sent-records.ts";
import { isZoneDocument, mayHoldRecords, readTextFile, refuseFile } from "../../input/text-file.ts";
import { defineScreen } from "../../screens/define.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { notYoursView } from "../../screens/shared/domain.ts";
import { quoteDestination, showOperation } from "../../screens/shared/operation.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { exportView, fileView, importView, lostFileView } from "./view.ts";

type Import = ParamsOf<typeof routes.dnsImport>;

/** Exports a domain's DNS records as a file, and imports them from one. */
export function createZoneFile({ actions, readFile, log, settings }: FeatureDeps): Feature {
	const { dns, operation } = actions;
	const { serviceName } = settings;
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
		const { draftId } = params;
		const result = await dns.importFile({ ...params, personId: ctx.person.id, text, how });
		switch (result.kind) {
			case "no_records":
			case "too_many":
			case "too_long":
			case "too_slow":
			case "incomplete":
			case "other_domain":
				return ctx.redraw();
			default:
				showOperation(ctx, quoteDestination(result, { draftId }));
		}
	};
	handlers.use(
		onCallback(routes.dnsImport, {
			add: importAs("add"),
			overwrite: importAs("overwrite"),
			replace: importAs("replace"),
			async discard(ctx, { value }: Tap) {
				await operation.withdraw({ personId: ctx.person.id, operationId: Number(value) });
				ctx.redraw();
			},
		}),
	);

	/** Returns the text of a received file. Null if Telegram no longer has the file. */
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
	/**
	 * Accepts the other parts of a long text that Telegram split. No part is imported alone, because the import would
	 * lack the records of the other parts.
	 */
	const inputs = [
		acceptText(routes.unknown, (ctx, _text, { content, domain, draftId, at }) => {
			if (content !== "zone-file-long" || !continuesPaste(ctx, at)) return false;
			refusePaste(ctx, domain === undefined ? null : { domain, draftId }, { where: "place" });
			return true;
		}),
		acceptText(routes.dnsImport, (ctx, _text, { domain, draftId, ...records }) => {
			if (!isNextPart(ctx, records)) return false;
			refusePaste(ctx, { domain, draftId }, { where: "place" });
			return true;
		}),
	];

	const screens = [
		defineScreen(routes.dnsFile, ({ params, t }) => fileView(t, params)),
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
		defineScreen(routes.dnsImport, async ({ params, person, t }) => {
			const text = await textOf(params);
			if (text === null) return lostFileView(t, params);
			const { domain, draftId } = params;
			const draft = await dns.draft({ personId: person.id, domain, draftId });
			return importView(t, { ...params, draft, serviceName }, await dns.readFile({ ...params, text }));
		}),
	];
	return { screens, handlers, inputs, claims: { "zone-file": claimZoneFile } };
}
