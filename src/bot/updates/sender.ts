import type { Update } from "grammy/types";
import { z } from "zod";

const who = z.object({ id: z.number() }).optional().catch(undefined);
const content = z.object({ sender_chat: who, from: who, user: who, chat: who });

/**
 * The id that an update comes from: the person, or the chat where there is no person. Somebody who writes in the name of
 * a chat has an id that all such people share, so there it is that chat. 0 if the update names neither.
 */
export function senderOf(update: Update): number {
	for (const each of Object.values(update)) {
		const { sender_chat, from, user, chat } = content.safeParse(each).data ?? {};
		const sender = sender_chat ?? from ?? user ?? chat;
		if (sender) return sender.id;
	}
	return 0;
}
