import type { Api, Bot } from "grammy";
import type { LanguageCode } from "grammy/types";
import { AppError } from "../errors.ts";
import { commands } from "./commands.ts";
import type { BotContext } from "./context.ts";
import { isTokenRefused } from "./standing.ts";
import type { Texts } from "./texts.ts";

export interface Identity {
	id: number;
	username: string;
}

/** Asks Telegram who we are and says what we can do. Any error but a refused token is worth another try. */
export async function introduce(bot: Bot<BotContext>, texts: Texts): Promise<Identity> {
	try {
		await bot.init();
	} catch (error) {
		if (!isTokenRefused(error)) throw error;
		throw new AppError("telegram_token_refused", "Telegram does not accept the bot's token.", { cause: error });
	}
	await register(bot.api, texts);
	const { id, username } = bot.botInfo;
	return { id, username };
}

/** Commands and descriptions: once in English for everybody, and once for each language that we speak. */
async function register(api: Api, texts: Texts): Promise<void> {
	const list = (locale: string) => {
		const t = texts(locale);
		return commands.map((command) => ({ command, description: t(`command-${command}`) }));
	};
	await api.setMyCommands(list("en"));
	await api.setMyDescription(texts("en")("bot-description"));
	await api.setMyShortDescription(texts("en")("bot-about"));
	for (const locale of texts.locales) {
		// Our locales are named by the two letters that Telegram takes.
		const language_code = locale as LanguageCode;
		await api.setMyCommands(list(locale), { language_code });
		await api.setMyDescription(texts(locale)("bot-description"), { language_code });
		await api.setMyShortDescription(texts(locale)("bot-about"), { language_code });
	}
}
