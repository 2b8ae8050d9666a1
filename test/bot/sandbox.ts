import type { Chat } from "../support/chat.ts";
import type { startWholeBot } from "./setup.ts";

/**
 * Creates a person who opens a sandbox account in the chat with the bot. `userId` is the account's id at the built-in
 * service, which is the project's own registrar.
 */
export async function openSandbox(
	world: Awaited<ReturnType<typeof startWholeBot>>,
	locale = "en",
): Promise<Chat & { userId: number }> {
	const chat = await world.chat({ person: (await world.meet(locale)).id });
	await chat.starts();
	await chat.taps("🧪");
	await chat.until("✅");
	const [account] = await world.ground.database.sql<{ userId: number }[]>`
		select user_id::int as "userId" from bot.accounts where owner_id = ${chat.view.person.id}`;
	if (!account) throw new Error("the sandbox account is not there");
	return Object.assign(chat, account);
}
