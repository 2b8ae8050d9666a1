import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { z } from "zod";
import type { UpdateOutcome } from "./handle.ts";

const update = z.looseObject({ update_id: z.int().positive() });

/**
 * Receives updates from Telegram. The HTTP server calls `isFrom` first, and does not read the body if `isFrom` returns
 * false.
 */
export function createWebhook(deps: { secret: string; handle: (update: Update) => Promise<UpdateOutcome> }) {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	const expected = digest(deps.secret);
	return {
		/** True if the header `X-Telegram-Bot-Api-Secret-Token` proves that Telegram sent the request. */
		isFrom(secret: unknown): boolean {
			return typeof secret === "string" && timingSafeEqual(digest(secret), expected);
		},
		/** Returns the HTTP status: 200 if done, 400 if malformed, 500 to have Telegram deliver the update again. */
		async settle(body: unknown): Promise<200 | 400 | 500> {
			const parsed = update.safeParse(body);
			if (!parsed.success) return 400;
			// The secret has proved that Telegram sent the body, so the body matches Telegram's type `Update`.
			const settled = await deps.handle(parsed.data as unknown as Update);
			return settled === "done" ? 200 : 500;
		},
	};
}

export type TelegramWebhook = ReturnType<typeof createWebhook>;
