import { parseDomain } from "@domains/contract/names.ts";
import { domainOfFileName } from "@domains/dns/zone-file/origin.ts";
import type { Document } from "grammy/types";
import { z } from "zod";
import type { PortfolioResult } from "../../actions/domain/domains.ts";
import type { Actions } from "../../actions/index.ts";
import { read } from "../../reading/index.ts";
import type { BotContext, ShowOptions } from "../context.ts";
import { domain, type ScreenZone, type SentRecords } from "../screens/params.ts";
import { longestText, routes } from "../screens.ts";

/** The maximum number of seconds between two parts of a text that Telegram split. */
const pasteSeconds = 2;
/**
 * A text of at least this length may be the first part of a longer text. Telegram's limit is 4,096 characters, but a
 * client may split a text earlier.
 */
const shortestPart = 2_000;

/**
 * Opens the import of records that the person sent as a file or as a text. If neither the screen nor the file names the
 * domain, asks for the domain. `file`: the file, if the person sent a file.
 */
export async function receiveRecords(
	ctx: BotContext,
	actions: Pick<Actions, "domain">,
	{ zone, text, file }: { zone: ScreenZone | null; text: string; file?: Document },
): Promise<void> {
	const fileDomain = domainOfFileName(file?.file_name ?? "");
	const named = zone ? ({ kind: "read", value: zone.domain } as const) : await read("origin", text);
	if (named.kind === "slow") return ctx.show(routes.unknown, { content: "file-slow" });
	const origin = named.value ?? (await ownedDomain(ctx, actions, fileDomain));
	const parsed = parseDomain(origin ?? "");
	const target = parsed.ok ? { domain: parsed.ascii, draftId: zone?.draftId } : null;
	if (file === undefined && text.length >= longestText) return refusePaste(ctx, target);
	const records = file === undefined ? { text, at: ctx.msg?.date } : { fileId: file.file_id, fileDomain };
	const domain = target?.domain ?? (await onlyDomain(ctx, actions, records));
	if (domain !== null) ctx.show(routes.dnsImport, { ...target, domain, ...records });
}

/**
 * Returns the domain if the account has it, otherwise undefined. The name of a file may look like a domain by chance.
 */
async function ownedDomain(
	ctx: BotContext,
	actions: Pick<Actions, "domain">,
	domain: string | undefined,
): Promise<string | undefined> {
	if (domain === undefined) return undefined;
	const [owned] = await actions.domain.owned({ personId: ctx.person.id, names: [domain] });
	return owned;
}

/**
 * Asks the person to send a long text as a file. Telegram splits a long text into several messages. All of them get
 * this one reply.
 */
export function refusePaste(ctx: BotContext, zone: ScreenZone | null, options?: ShowOptions): void {
	const { domain, draftId } = zone ?? {};
	ctx.show(routes.unknown, { content: "zone-file-long", domain, draftId, at: ctx.msg?.date }, options);
}

/** True if the message is probably the next part of the text with these records, which Telegram split. */
export function isNextPart(ctx: BotContext, { text, at }: SentRecords): boolean {
	return text !== undefined && text.length >= shortestPart && continuesPaste(ctx, at);
}

/**
 * True if the message is probably the next part of a split text. The two parts must arrive within seconds. `at`: when
 * the previous part was sent, as a Unix time.
 */
export function continuesPaste({ msg }: BotContext, at: number | undefined): boolean {
	return msg !== undefined && at !== undefined && msg.date - at <= pasteSeconds;
}

/**
 * The screens about the DNS of one domain. The screen `unknown` counts only if it has a parameter `domain`. It has one
 * if it says that the bot refused records for that domain.
 */
const dnsScreens: ReadonlySet<string> = new Set(
	[
		routes.zone,
		routes.record,
		routes.refusedRecords,
		routes.unplanned,
		routes.dnsFile,
		routes.dnsExport,
		routes.dnsImport,
		routes.domain,
		routes.zoneCheck,
		routes.restorePoints,
		routes.restorePoint,
		routes.dnsTemplates,
		routes.dnsTemplate,
		routes.dnsTemplateSave,
		routes.unknown,
	].map(({ name }) => name),
);

const place = z.object({ domain: domain.min(1), domains: z.undefined().optional(), draftId: z.number().optional() });

/**
 * Returns the zone that the last screen of the chat is about. That screen must be about a domain's DNS, or show a
 * planned change to its records. Returns null for any other screen. If a person sends a record or a file without a
 * domain, the bot uses this zone.
 */
export async function zoneOnScreen(
	{ person, screen }: BotContext,
	{ operation }: Pick<Actions, "operation">,
): Promise<ScreenZone | null> {
	if (screen?.routeName !== routes.operation.name) {
		const found = dnsScreens.has(screen?.routeName ?? "") ? place.safeParse(screen?.params).data : undefined;
		return found ? { domain: found.domain, draftId: found.draftId } : null;
	}
	const { operationId } = routes.operation.parse(screen.params) ?? { operationId: 0 };
	const found = await operation.get({ personId: person.id, operationId });
	if (found.kind !== "operation") return null;
	const [item, ...others] = found.operation.items;
	if (item?.change?.kind !== "dns" || others.length > 0) return null;
	const { state, confirmedAt } = found.operation;
	const isDraft = confirmedAt === null && (state === "quoted" || state === "lapsed");
	return { domain: item.domain, ...(isDraft && { draftId: operationId }) };
}

/**
 * If the last screen of the chat asks for a record, returns the zone of this record. Returns null for any other screen.
 */
export function askedZone({ screen }: BotContext): ScreenZone | null {
	return screen?.routeName === routes.recordAsk.name ? routes.recordAsk.parse(screen.params) : null;
}

/**
 * Returns the id of the current screen's draft, or undefined if it has none. A draft is an operation with unconfirmed
 * changes. The next change is added to these changes.
 */
export function currentDraft(ctx: BotContext): number | undefined {
	const { routeName, params } = ctx.screen ?? {};
	const route = [routes.zone, routes.record, routes.refusedRecords, routes.unplanned].find(
		({ name }) => name === routeName,
	);
	return route?.parse(params)?.draftId;
}

/** The maximum number of domains that the question offers. */
const mostOffered = 6;

/** Returns the domains that the records are probably for: those that the person opened, ordered or changed last. */
export function likelyDomains({ domain }: Pick<Actions, "domain">, personId: number): Promise<PortfolioResult> {
	return domain.portfolio({ personId, query: { sort: "recent", offset: 0, limit: mostOffered } });
}

/** If the account has exactly one domain, returns it. Otherwise, asks the person for the domain and returns null. */
export async function onlyDomain(
	ctx: BotContext,
	actions: Pick<Actions, "domain">,
	records: SentRecords,
): Promise<string | null> {
	const found = await likelyDomains(actions, ctx.person.id);
	const [only, ...others] = found.kind === "portfolio" && found.complete ? found.domains : [];
	if (only && others.length === 0) return only.domain;
	ctx.show(routes.domainAsk, { records });
	return null;
}
