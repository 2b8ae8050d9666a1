import type { Api } from "grammy";
import { keyboardOf } from "./callback.ts";
import type { LeasedScreen } from "./ports.ts";
import { refusalOf } from "./refusal.ts";
import type { View } from "./view.ts";

export interface Posted {
	messageId: number;
	/** What stands behind its buttons. */
	choices: string[];
}

/** Edits the screen's message, or sends one where there is none to edit. Any other failure is thrown. */
export async function post(api: Api, screen: LeasedScreen, view: View): Promise<Posted> {
	if (screen.messageId === null) return await send(api, screen, view);
	try {
		return await edit(api, screen, view, screen.messageId);
	} catch (error) {
		if (refusalOf(error).kind !== "message_gone") throw error;
		return await send(api, screen, view);
	}
}

async function send(api: Api, screen: LeasedScreen, view: View): Promise<Posted> {
	const { options, choices } = prepare(screen, view);
	const secret = view.secretFor === undefined ? {} : { protect_content: true };
	const sent = await api.sendMessage(screen.chatId, view.text.toString(), { ...options, ...secret });
	return { messageId: sent.message_id, choices };
}

async function edit(api: Api, screen: LeasedScreen, view: View, messageId: number): Promise<Posted> {
	const { options, choices } = prepare(screen, view);
	await api.editMessageText(screen.chatId, messageId, view.text.toString(), options).catch((error: unknown) => {
		if (refusalOf(error).kind !== "not_modified") throw error;
	});
	return { messageId, choices };
}

function prepare(screen: LeasedScreen, view: View) {
	const { keyboard, choices } = keyboardOf(screen.rev, view);
	const options = {
		parse_mode: "HTML",
		link_preview_options: { is_disabled: true },
		reply_markup: { inline_keyboard: keyboard },
	} as const;
	return { options, choices };
}
