import type { MessageView } from "local-telegram/protocol.ts";
import type { Chat } from "./chat.ts";

/** The quote is for one year. */
export async function walkToQuote(chat: Chat, name: string): Promise<MessageView> {
	await chat.says(name);
	await chat.until(`${name} is available`);
	await chat.taps("Register");
	return await chat.until(`Register ${name}?`);
}
