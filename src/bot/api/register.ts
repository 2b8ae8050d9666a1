import type { Log } from "@domains/kit/log.ts";
import type { Api } from "grammy";
import type { LanguageCode } from "grammy/types";
import { menuCommands } from "../commands.ts";
import type { Texts } from "../screens/texts.ts";
import { isUnsupported } from "./health.ts";
import type { AbortScope } from "./scopes.ts";
import { classifyTelegramError } from "./telegram-error.ts";

export interface RegisterDeps {
	api: Api;
	texts: Texts;
	abortScope: AbortScope;
	log: Log;
	/** Rejects when its signal is aborted. */
	sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * One text that Telegram shows for the bot in one language: the list of commands, the description or the short
 * description.
 */
interface Entry {
	method: string;
	isCurrent: () => Promise<boolean>;
	set: () => Promise<unknown>;
}

const longestPause = 60 * 60_000;

/**
 * Sets the bot's commands and descriptions, in English as the default and in each language of the bot.
 * - Sets only texts that differ from Telegram's copy.
 * - Runs in the background, because nothing depends on these texts.
 * - Retries a call if Telegram rate-limits it or cannot be reached. Skips a text that Telegram refuses.
 * - Ends when no text remains to set, or when the signal aborts.
 */
export async function register(deps: RegisterDeps, signal: AbortSignal): Promise<void> {
	const { api, texts, log, sleep } = deps;
	const unsupported = new Set<string>();
	let open = entriesOf(api, texts);
	for (let pause = 1_000; open.length > 0; pause = Math.min(2 * pause, longestPause)) {
		const waiting: Entry[] = [];
		// The methods that Telegram has rate-limited during this pass. Telegram limits each method separately, but all
		// languages of a method together. So the other texts of such a method wait for the next pass.
		const flooded = new Set<string>();
		let wait = pause;
		for (const entry of open) {
			if (signal.aborted) return;
			const afterMs = flooded.has(entry.method) ? 0 : await apply(entry);
			if (afterMs === null) continue;
			if (afterMs > 0) flooded.add(entry.method);
			waiting.push(entry);
			wait = Math.max(wait, afterMs);
		}
		open = waiting;
		if (open.length > 0) await sleep(wait, signal).catch(() => undefined);
	}

	/**
	 * Sets the entry if necessary. Returns null if the entry needs no retry: it is set, or Telegram does not accept it.
	 * Otherwise returns the shortest time before a retry, in milliseconds.
	 */
	async function apply({ method, isCurrent, set }: Entry): Promise<number | null> {
		if (unsupported.has(method)) return null;
		try {
			await deps.abortScope.run(signal, async () => {
				const current = await isCurrent().catch((error: unknown) => {
					// A Bot API server may be able to set the text but not to read it. In this case, set the text without a
					// comparison.
					if (isUnsupported(error)) return false;
					throw error;
				});
				if (!current) await set();
			});
			return null;
		} catch (error) {
			if (isUnsupported(error)) {
				unsupported.add(method);
				log.info({ method }, "the Bot API server does not support a method; the bot works without it");
				return null;
			}
			const refusal = classifyTelegramError(error);
			if (refusal.kind === "flood") return refusal.seconds * 1000;
			if (refusal.kind === "unreachable") return 0;
			log.warn({ error, method }, "Telegram refused a text about the bot");
			return null;
		}
	}
}

function entriesOf(api: Api, texts: Texts): Entry[] {
	// The cast is safe, because our locale names are the two-letter language codes that Telegram uses.
	const own = texts.locales.map((locale) => ({ locale, in: { language_code: locale as LanguageCode } }));
	return [{ locale: "en", in: {} }, ...own].flatMap(({ locale, in: language }): Entry[] => {
		const t = texts(locale);
		const list = menuCommands.map((command) => ({ command, description: t(`command-${command}`) }));
		const [description, about] = [t("bot-description"), t("bot-about")];
		return [
			{
				method: "setMyCommands",
				isCurrent: async () => {
					const kept = await api.getMyCommands(language);
					return kept.length === list.length && list.every((own, at) => isSame(own, kept[at]));
				},
				set: () => api.setMyCommands(list, language),
			},
			{
				method: "setMyDescription",
				isCurrent: async () => (await api.getMyDescription(language)).description === description,
				set: () => api.setMyDescription(description, language),
			},
			{
				method: "setMyShortDescription",
				isCurrent: async () => (await api.getMyShortDescription(language)).short_description === about,
				set: () => api.setMyShortDescription(about, language),
			},
		];
	});
}

interface Command {
	command: string;
	description: string;
}

function isSame(own: Command, kept: Command | undefined): boolean {
	return own.command === kept?.command && own.description === kept.description;
}
