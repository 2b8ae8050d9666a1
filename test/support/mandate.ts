import type { Chat } from "./chat.ts";

/**
 * Creates a program for `.com` that ends tomorrow in the chat, and returns its token. It may read and propose purchases
 * and renewals. `toggles`: the buttons of what else it may do.
 */
export async function createProgramIn(chat: Chat, toggles: readonly string[] = []): Promise<string> {
	await chat.says("/programs");
	await chat.until("No programs yet");
	await chat.taps("New program");
	await chat.until("Send a name for the program");
	await chat.says("my agent");
	await chat.until("New program: my agent");
	await chat.taps("Domains");
	await chat.says(".com");
	await chat.until("Domains: .com");
	for (const each of toggles) await chat.taps(each);
	await chat.taps("Duration");
	await chat.taps("1 day");
	await chat.until("Ends in 1 day");
	await chat.taps("Create token");
	const { text } = await chat.until("Token of your program");
	return /dtp_[\w-]{43}/.exec(text ?? "")?.[0] ?? "";
}
