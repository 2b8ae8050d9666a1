import type { MessageView } from "../../src/telegram/protocol.ts";
import type { Chat } from "./chat.ts";

/** Takes the steps from an available name to the quote for one year. Returns the message with the quote. */
export async function walkToQuote(chat: Chat, name: string): Promise<MessageView> {
	await chat.says(name);
	await chat.until(`${name} is available`);
	await chat.taps("Register");
	return await chat.until(`Register ${name}?`);
}
