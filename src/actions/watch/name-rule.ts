import { z } from "zod";
import type { AskReason } from "../../store/auto-renewals.ts";
import type { Offer } from "../search/types.ts";

/** The bot may report a name again only after the name was unavailable or too expensive for this long. */
const quietMs = 24 * 3_600_000;

/** The reasons of `AskReason` that a purchase can have. */
const buyReasons = ["ceiling", "unknown", "premium", "blocked", "money", "cap", "sum", "frozen"] as const;
export type BuyReason = AskReason;

const nameAnswer = z.object({
	/** True if the name is available; null if the service did not say. */
	available: z.boolean().nullable(),
	registerCents: z.number().nullable(),
	/** The price limit with which the name was reported; null for any price. Undefined if it was not reported. */
	reportedUnder: z.number().nullable().optional(),
	/** When the name became unavailable or too expensive after its report, in ISO 8601; null if it did not. */
	missedSince: z.string().nullable(),
	/** Why the bot did not buy the name under its standing order. Undefined if it had no reason to ask. */
	asked: z.enum(buyReasons).optional().catch(undefined),
});
export type NameAnswer = z.infer<typeof nameAnswer>;

export function nameAnswerOf(stored: unknown): NameAnswer | null {
	return nameAnswer.safeParse(stored).data ?? null;
}

export function underCentsOf({ params }: { params: Record<string, unknown> }): number | null {
	return z.number().safeParse(params["underCents"]).data ?? null;
}

/**
 * True if the name is available for at most `underCents`; null allows any price. With a limit, a name without a known
 * price is not wanted.
 */
export function isWanted({ available, registerCents }: Offer, underCents: number | null): boolean {
	return available && (underCents === null || (registerCents !== null && registerCents <= underCents));
}

/**
 * Returns the answer to store, and whether to report the name:
 * - A name is reported once for each price limit.
 * - It is reported again only after a day in which no check found it available within the limit.
 * - Without an offer, the answer is unknown, and nothing is reported.
 */
export function decideName(
	last: NameAnswer | null,
	offer: Offer | null,
	{ underCents, now }: { underCents: number | null; now: Date },
): { answer: NameAnswer; report: boolean } {
	const wasReported = last?.reportedUnder !== undefined && last.reportedUnder === underCents;
	const kept = wasReported ? { reportedUnder: underCents } : {};
	const missedSince = wasReported ? last.missedSince : null;
	if (!offer) return { answer: { available: null, registerCents: null, missedSince, ...kept }, report: false };
	const { available, registerCents } = offer;
	const facts = { available, registerCents };
	if (isWanted(offer, underCents)) {
		return { answer: { ...facts, missedSince: null, reportedUnder: underCents }, report: !wasReported };
	}
	if (!wasReported) return { answer: { ...facts, missedSince: null }, report: false };
	const since = missedSince ?? now.toISOString();
	const isOver = now.getTime() - Date.parse(since) >= quietMs;
	return { answer: { ...facts, ...(isOver ? { missedSince: null } : { missedSince: since, ...kept }) }, report: false };
}
