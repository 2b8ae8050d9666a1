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

type Claim = (identity: Identity) => Promise<void>;

/** Asks Telegram who we are and, once that is claimed, says what we can do. Any error but an `AppError` is worth another try. */
export async function introduce(bot: Bot<BotContext>, texts: Texts, claim: Claim): Promise<Identity> {
	try {
		await bot.init();
	} catch (error) {
		if (!isTokenRefused(error)) throw error;
		throw new AppError("telegram_token_refused", "Telegram does not accept the bot's token.", { cause: error });
	}
	const { id, username } = bot.botInfo;
	await claim({ id, username });
	await register(bot.api, texts);
	return { id, username };
}

/** Commands and descriptions, all at once: in English for everybody, and in each language that we speak. */
async function register(api: Api, texts: Texts): Promise<void> {
	const tell = async (locale: string, language?: { language_code: LanguageCode }) => {
		const t = texts(locale);
		const list = commands.map((command) => ({ command, description: t(`command-${command}`) }));
		await Promise.all([
			api.setMyCommands(list, language),
			api.setMyDescription(t("bot-description"), language),
			api.setMyShortDescription(t("bot-about"), language),
		]);
	};
	// Our locales are named by the two letters that Telegram takes.
	const own = texts.locales.map((locale) => tell(locale, { language_code: locale as LanguageCode }));
	await Promise.all([tell("en"), ...own]);
}
