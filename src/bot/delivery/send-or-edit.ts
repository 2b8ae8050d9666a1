import { createHash } from "node:crypto";
import { type Api, InputFile } from "grammy";
import { classifyTelegramError } from "../api/telegram-error.ts";
import type { Draft, SentMessage } from "../ports.ts";
import { keyboardOf, type View } from "../screens/view.ts";

/**
 * Edits the message of the screen. Sends a new message if there is none, or if Telegram can no longer edit it.
 * - Does not edit a message with a file, because files never change.
 * - Does not edit a message that already shows the view, so that its buttons stay valid.
 * - Throws if a call fails, unless Telegram refused an edit because the message is gone or nothing would change.
 */
export async function sendOrEdit(
	api: Api,
	screen: Draft,
	view: View,
	{ silent }: { silent: boolean },
): Promise<SentMessage> {
	const { messageId, keyboardRev, choices } = screen;
	const shownHash = hashOf(view);
	if (messageId !== null && view.document) return { messageId, keyboardRev, shownHash, choices };
	if (messageId === null) return { ...(await send(api, screen, view, silent)), keyboardRev: screen.rev, shownHash };
	if (shownHash !== null && shownHash === screen.shownHash) return { messageId, keyboardRev, shownHash, choices };
	const sent = await edit(api, screen, view, messageId).catch((error: unknown) => {
		if (classifyTelegramError(error).kind !== "message_gone") throw error;
		return send(api, screen, view, silent);
	});
	return { ...sent, keyboardRev: screen.rev, shownHash };
}

function hashOf(view: View): string | null {
	if (view.secretFor !== undefined) return null;
	const whole = JSON.stringify([view.text.toString(), keyboardOf(0, view)]);
	return createHash("sha256").update(whole).digest("base64url");
}

type Sent = Pick<SentMessage, "messageId" | "choices">;

async function send(api: Api, screen: Draft, view: View, silent: boolean): Promise<Sent> {
	const sound = silent ? { disable_notification: true } : {};
	const { options, choices } = prepare(screen, view);
	if (view.document) {
		const { name, bytes, picture } = view.document;
		const { parse_mode, reply_markup } = options;
		const caption = { caption: view.text.toString(), parse_mode, reply_markup, ...sound };
		const file = new InputFile(bytes, name);
		const sent = picture
			? await api.sendPhoto(screen.chatId, file, caption)
			: await api.sendDocument(screen.chatId, file, caption);
		return { messageId: sent.message_id, choices };
	}
	const secret = view.secretFor === undefined ? {} : { protect_content: true };
	const sent = await api.sendMessage(screen.chatId, view.text.toString(), { ...options, ...secret, ...sound });
	return { messageId: sent.message_id, choices };
}

async function edit(api: Api, screen: Draft, view: View, messageId: number): Promise<Sent> {
	const { options, choices } = prepare(screen, view);
	await api.editMessageText(screen.chatId, messageId, view.text.toString(), options).catch((error: unknown) => {
		if (classifyTelegramError(error).kind !== "not_modified") throw error;
	});
	return { messageId, choices };
}

function prepare(screen: Draft, view: View) {
	const { keyboard, choices } = keyboardOf(screen.rev, view);
	const options = {
		parse_mode: "HTML",
		link_preview_options: { is_disabled: true },
		reply_markup: { inline_keyboard: keyboard },
	} as const;
	return { options, choices };
}
