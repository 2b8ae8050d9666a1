import type { Log } from "@domains/kit/log.ts";
import type { Api } from "grammy";
import type { Texts } from "../screens/texts.ts";
import { keyboardOf, tap } from "../screens/view.ts";
import { globalActions } from "./callbacks.ts";
import type { IncomingUpdate } from "./kinds.ts";

/**
 * Returns a function that sends an error reply to the person whose update failed, in private chats only. The reply is
 * in the language of the person's Telegram client. The language that they chose is in the database, which may be
 * unreachable.
 */
export function replyWithError({ api, texts, log }: { api: Api; texts: Texts; log: Log }) {
	return async ({ kind, person, chat }: IncomingUpdate, why: "slow" | "down"): Promise<void> => {
		if (!person || chat?.type !== "private" || kind === "my_chat_member") return;
		const t = texts(texts.match(person.language_code));
		const buttons = Object.entries(globalActions).map(([verb, { name }]) => tap(t(name), verb));
		const { keyboard } = keyboardOf(0, { text: t.html(`apology-${why}`), buttons: [buttons] });
		const reply_markup = { inline_keyboard: keyboard };
		await api.sendMessage(chat.id, t(`apology-${why}`), { reply_markup }).catch((error: unknown) => {
			log.warn({ error }, "an error reply could not be sent");
		});
	};
}
