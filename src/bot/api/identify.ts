import { AppError } from "@domains/kit/errors.ts";
import type { Bot } from "grammy";
import type { BotContext } from "../context.ts";
import { isTokenRefused } from "./health.ts";

export interface Identity {
	id: number;
	username: string;
}

type Claim = (identity: Identity) => Promise<void>;

/**
 * Calls `getMe`, then `claim`, which records that the stored data belongs to this bot. Throws an `AppError` if Telegram
 * refuses the token or the data belongs to another bot. After any other error, the caller can try again.
 */
export async function identify(bot: Bot<BotContext>, claim: Claim): Promise<Identity> {
	try {
		await bot.init();
	} catch (error) {
		if (!isTokenRefused(error)) throw error;
		throw new AppError("telegram_token_refused", "Telegram does not accept the bot's token.", { cause: error });
	}
	const { id, username } = bot.botInfo;
	await claim({ id, username });
	return { id, username };
}
