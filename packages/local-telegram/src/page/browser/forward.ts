import type { MessageView } from "../../protocol.ts";
import { button, h } from "./dom.ts";
import { dialogButtons, openDialog } from "./overlay/dialog.ts";
import type { Perform } from "./perform.ts";
import type { Session } from "./session.ts";
import { chatAvatar, chatsOf } from "./sidebar/chat-list.ts";
import { t } from "./words.ts";

export async function forwardMessage({ message_id }: MessageView, session: Session, perform: Perform): Promise<void> {
	const chatId = await openDialog<number>(t("Forward to"), (close) => [
		h("h2", {}, t("Forward to")),
		h(
			"div",
			{ class: "choices" },
			...chatsOf(session.state).map((chat) =>
				button(
					{ class: "choice" },
					() => close(chat.chat_id),
					chatAvatar(chat.chat_id, chat.title, session.state),
					chat.title,
				),
			),
		),
		dialogButtons(button({ class: "flat" }, () => close(), t("Cancel"))),
	]);
	if (chatId === undefined) return;
	const sent = await perform(() => session.actions().forward(message_id, chatId));
	if (sent && chatId !== session.state.chatId) session.open(session.state.person, chatId);
}
