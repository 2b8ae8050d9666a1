import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { z } from "zod";
import type { Settled } from "./intake.ts";

/** A POST of Telegram: the header `X-Telegram-Bot-Api-Secret-Token` and the parsed body. */
export interface WebhookRequest {
	secret: string | undefined;
	body: unknown;
}

const update = z.looseObject({ update_id: z.int().positive() });

/** Answers the HTTP status: 200 when the update is settled, 500 to have it delivered once more. */
export function createWebhook(deps: { secret: string; handle: (update: Update) => Promise<Settled> }) {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	const expected = digest(deps.secret);

	return async ({ secret, body }: WebhookRequest): Promise<200 | 400 | 401 | 500> => {
		if (!timingSafeEqual(digest(secret ?? ""), expected)) return 401;
		const parsed = update.safeParse(body);
		if (!parsed.success) return 400;
		// The secret says that Telegram wrote it, so the rest has the shape that its reference promises.
		const settled = await deps.handle(parsed.data as unknown as Update);
		return settled === "done" ? 200 : 500;
	};
}
