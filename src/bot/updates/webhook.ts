import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { z } from "zod";
import type { UpdateOutcome } from "./handle.ts";

const update = z.looseObject({ update_id: z.int().positive() });

/** Takes updates from Telegram. `isFrom` comes first: the body of a stranger is not even read. */
export function createWebhook(deps: { secret: string; handle: (update: Update) => Promise<UpdateOutcome> }) {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	const expected = digest(deps.secret);
	return {
		/** Whether the header `X-Telegram-Bot-Api-Secret-Token` proves that Telegram sent the request. */
		isFrom(secret: unknown): boolean {
			return typeof secret === "string" && timingSafeEqual(digest(secret), expected);
		},
		/** Answers the HTTP status: 200 when the update is settled, 500 to have it delivered once more. */
		async settle(body: unknown): Promise<200 | 400 | 500> {
			const parsed = update.safeParse(body);
			if (!parsed.success) return 400;
			// The secret says that Telegram wrote it, so the rest has the shape that its reference promises.
			const settled = await deps.handle(parsed.data as unknown as Update);
			return settled === "done" ? 200 : 500;
		},
	};
}

export type TelegramWebhook = ReturnType<typeof createWebhook>;
