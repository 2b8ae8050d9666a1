import type { MessageView } from "../../src/telegram/protocol.ts";
import type { Chat } from "./chat.ts";

/** Walks to the quote for one year of a name that is free; answers with the message that shows it. */
export async function walkToQuote(chat: Chat, name: string): Promise<MessageView> {
	await chat.says(name);
	await chat.until(`${name} is free`);
	await chat.taps("Register");
	await chat.taps("1 year");
	await chat.until("label of your own");
	await chat.taps("Go on");
	return await chat.until(`Register ${name}?`);
}
