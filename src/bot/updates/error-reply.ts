import type { Api } from "grammy";
import type { Update } from "grammy/types";
import type { Log } from "../../log.ts";
import { keyboardOf } from "../screens/callback.ts";
import type { Texts } from "../screens/texts.ts";
import { tap } from "../screens/view.ts";
import { globalActions } from "./callbacks.ts";

/** Says without any storage that an update came to nothing, in the language of the person's client. */
export function replyWithError({ api, texts, log }: { api: Api; texts: Texts; log: Log }) {
	return async ({ message, edited_message, callback_query }: Update, why: "slow" | "down"): Promise<void> => {
		const from = callback_query?.from ?? message?.from ?? edited_message?.from;
		const chat = callback_query?.message?.chat ?? message?.chat ?? edited_message?.chat;
		if (!from || chat?.type !== "private") return;
		const t = texts(texts.match(from.language_code));
		const buttons = Object.entries(globalActions).map(([verb, { name }]) => tap(t(name), verb));
		const { keyboard } = keyboardOf(0, { text: t.html(`apology-${why}`), buttons: [buttons] });
		const reply_markup = { inline_keyboard: keyboard };
		await api.sendMessage(chat.id, t(`apology-${why}`), { reply_markup }).catch((error: unknown) => {
			log.warn({ error }, "Even an apology could not be sent.");
		});
	};
}
