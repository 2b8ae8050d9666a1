import { parseDomain } from "@domains/contract/names.ts";
import { domainOfFileName } from "@domains/dns/zone-file/origin.ts";
import type { Document } from "grammy/types";
import type { Actions } from "../../actions/index.ts";
import { read } from "../../reading/index.ts";
import type { BotContext, ShowOptions } from "../context.ts";
import { onlyDomain, type SentRecords } from "../features/dns/domain-question.ts";
import type { ScreenZone } from "../features/dns/zone-on-screen.ts";
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
