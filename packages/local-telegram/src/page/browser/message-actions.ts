import type { ButtonView, MessageView } from "../../protocol.ts";
import type { Composer } from "./composer/composer.ts";
import { isEditable } from "./composer/writing.ts";
import { button, h } from "./dom.ts";
import type { MessageActions } from "./history/message.ts";
import { targetOf } from "./links.ts";
import { ask, dialogButtons, type MenuItem, openDialog, openMenu, viewPhoto } from "./overlay.ts";
import type { Perform, Session } from "./session.ts";
import { chatAvatar, chatsOf } from "./sidebar.ts";
import { t } from "./words.ts";

interface Deps {
	session: Session;
	composer: Composer;
	perform: Perform;
	say(text: string): void;
	jump(messageId: number): void;
}

export function createMessageActions({ session, composer, perform, say, jump }: Deps): MessageActions {
	const actions = () => session.actions();

	async function copy(text: string): Promise<void> {
		say((await copyText(text)) ? t("Copied to clipboard") : t("The browser does not allow copying"));
	}

	async function open(link: string): Promise<void> {
		const target = targetOf(link, session.state.bot.username);
		if (target.kind === "start") await perform(() => actions().start(target.payload));
		else if (target.kind === "bot") session.open(session.state.person);
		else if (target.kind === "none") say(t("This link leads nowhere from here"));
		else if (await ask({ title: t("Open link"), text: target.url, confirm: t("Open") })) {
			window.open(target.url, "_blank", "noopener,noreferrer");
		}
	}

	async function tap(message: MessageView, view: ButtonView, row: number, column: number): Promise<void> {
		if (view.kind === "copy") return copy(view.copy_text ?? "");
		if (view.kind === "switch_inline" || view.kind === "switch_inline_current") {
			return composer.write(`@${session.state.bot.username} ${view.query ?? ""}`);
		}
		if (view.kind !== "callback") return open(view.url ?? "");
		await perform(() => actions().tap(message.message_id, row, column));
	}

	function itemsFor(message: MessageView): MenuItem[] {
		const words = message.text ?? message.caption;
		const remove = async () => {
			const sure = await ask({
				title: t("Delete message"),
				text: t("Delete this message?"),
				confirm: t("Delete"),
				danger: true,
			});
			if (sure) await perform(() => actions().remove(message.message_id));
		};
		const items: (MenuItem | false | undefined)[] = [
			{ text: t("Reply"), icon: "reply", act: () => composer.reply(message) },
			isEditable(message) && { text: t("Edit"), icon: "edit", act: () => composer.edit(message) },
			words !== undefined && { text: t("Copy text"), icon: "copy", act: () => void copy(words) },
			!message.protected && {
				text: t("Forward"),
				icon: "forward",
				act: () => void forwardMessage(message, session, perform),
			},
			{ text: t("Delete"), icon: "trash", danger: true, act: () => void remove() },
		];
		return items.filter((item) => item !== false && item !== undefined);
	}

	return {
		command: (text) => composer.say(text),
		link: (url) => void open(url),
		copy: (text) => void copy(text),
		tap: (...args) => void tap(...args),
		menu: (message, at) => openMenu(at, itemsFor(message)),
		jump,
		photo: (url) => void viewPhoto(url),
	};
}

async function forwardMessage({ message_id }: MessageView, session: Session, perform: Perform): Promise<void> {
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

/** False if the browser does not allow it. Browsers allow it only in the handler of an input event such as a click. */
async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelection(text);
	}
}

function copyBySelection(text: string): boolean {
	const field = document.createElement("textarea");
	const before = document.activeElement;
	field.value = text;
	field.className = "offscreen";
	document.body.append(field);
	field.select();
	const copied = document.execCommand("copy");
	field.remove();
	if (before instanceof HTMLElement) before.focus();
	return copied;
}
