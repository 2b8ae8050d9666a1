import type { ChatView, ReplyKeyboardView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import { button, fill, h, icon, listen, show } from "../dom.ts";
import { formatSize } from "../history/layout.ts";
import { askForm, checkBox, textField } from "../overlay.ts";
import type { Perform } from "../session.ts";
import { t } from "../words.ts";
import { createSuggester } from "./suggestions.ts";
import { createWriting, focusForTyping, typeAnywhere, type WritingDeps } from "./writing.ts";

export type Composer = ReturnType<typeof createComposer>;

/**
 * Enter sends the message and Shift+Enter adds a line. Up edits the person's last message, and Escape cancels a reply
 * or an edit.
 */
export function createComposer(deps: WritingDeps) {
	const { actions, perform } = deps;
	let view: ChatView | undefined;
	const writing = createWriting({
		...deps,
		view: () => view,
		changed: () => suggester.update(),
		ready: () => startButton.settled(),
	});
	const { field, context, say, upload } = writing;
	const suggester = createSuggester(field.element, { actions, perform, say, chat: () => view });
	const keyboard = createReplyKeyboard(say);
	const startButton = createStartButton({ actions, perform, changed: () => update(view) });
	const row = h(
		"div",
		{ class: "composer-row" },
		h(
			"div",
			{ class: "composer-box" },
			suggester.menuButton,
			field.element,
			createStickers((emoji) => void perform(() => actions().sticker(emoji))),
			createAttach(upload),
		),
		button({ class: "send", "aria-label": t("Send") }, () => void writing.submit(), icon("send")),
	);
	const parts = [suggester.element, context.element, row, keyboard.element, startButton.element];

	function key(event: KeyboardEvent): boolean {
		// During composition with an input method (IME), Enter finishes the word and must not send the message.
		if (event.isComposing) return false;
		if (suggester.key(event)) return true;
		if (event.key === "Enter" && !event.shiftKey) void writing.submit();
		else if (event.key === "Escape" && context.current()) writing.leaveContext();
		else if (event.key !== "ArrowUp" || !writing.editLast()) return false;
		return true;
	}

	function update(next: ChatView | undefined): void {
		const isOther = conversationOf(next) !== conversationOf(view);
		view = next;
		if (isOther) {
			context.set(undefined);
			field.restore(conversationOf(next));
			suggester.update();
		}
		const closed = startButton.update(next);
		const opens = row.hidden && !closed;
		show(row, !closed);
		if (opens) focusForTyping(field.element);
		keyboard.update(closed ? undefined : next?.reply_keyboard);
		suggester.refresh();
		field.element.placeholder = next?.force_reply?.placeholder ?? next?.reply_keyboard?.placeholder ?? t("Message");
	}

	typeAnywhere(field.element);
	listen(field.element, {
		keydown: (event) => {
			if (key(event)) event.preventDefault();
		},
		input: () => suggester.update(),
	});

	return {
		element: h("footer", { class: "composer" }, ...parts),
		field: field.element,
		say,
		upload,
		update,
		write: writing.write,
		reply: writing.reply,
		edit: writing.edit,
	};
}

function conversationOf(view: ChatView | undefined): string | undefined {
	return view && `${view.person.id}:${view.chat.id}`;
}

type Send = (upload: Upload) => void;

function createAttach(send: Send) {
	const input = h("input", { type: "file", multiple: true, hidden: true, "aria-label": t("Files to send") });
	listen(input, {
		change: () => {
			void offer([...(input.files ?? [])], send);
			input.value = "";
		},
	});
	const open = button({ class: "icon-button", "aria-label": t("Attach a file") }, () => input.click(), icon("attach"));
	return h("span", { class: "attach" }, open, input);
}

async function offer(files: readonly File[], send: Send): Promise<void> {
	for (const file of files) {
		const about = h(
			"div",
			{ class: "document" },
			h("span", { class: "document-icon" }, icon("file")),
			h(
				"span",
				{ class: "document-about" },
				h("span", { class: "document-name" }, file.name),
				h("span", { class: "document-size" }, formatSize(file.size)),
			),
		);
		const caption = textField("caption", t("Caption"), { autofocus: true });
		const picture = file.type.startsWith("image/") ? [checkBox("photo", "yes", t("As a photo"), true)] : [];
		const answer = await askForm(t("Send file"), t("Send"), about, ...picture, caption);
		if (answer) send({ file, caption: String(answer.get("caption") ?? ""), photo: answer.has("photo") });
	}
}

/**
 * Files can be dropped on `target` or pasted into `field`. Returns an overlay, which is visible while files are dragged
 * over `target`.
 */
export function acceptFiles(target: HTMLElement, field: HTMLElement, send: Send): HTMLElement {
	const veil = h("div", { class: "drop-veil" }, h("div", {}, icon("file"), t("Drop files here to send them")));
	show(veil, false);
	target.addEventListener("dragover", (event) => {
		if (!event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		show(veil, true);
	});
	veil.addEventListener("dragleave", () => show(veil, false));
	target.addEventListener("drop", (event) => {
		event.preventDefault();
		show(veil, false);
		void offer([...(event.dataTransfer?.files ?? [])], send);
	});
	field.addEventListener("paste", (event) => {
		const files = [...(event.clipboardData?.files ?? [])];
		if (files.length === 0) return;
		event.preventDefault();
		void offer(files, send);
	});
	return veil;
}

/** A press sends the button's label, and hides a one-time keyboard. */
function createReplyKeyboard(say: (text: string) => void) {
	const element = h("div", { class: "reply-keyboard", role: "group", "aria-label": t("Suggested answers") });
	let shown = "";
	let once = false;

	function update(keyboard: ReplyKeyboardView | undefined): void {
		const look = JSON.stringify(keyboard);
		if (look === shown) return;
		shown = look;
		once = keyboard?.one_time === true;
		show(element, keyboard !== undefined);
		fill(element, ...(keyboard?.rows ?? []).map(renderRow));
	}

	function renderRow(row: ReplyKeyboardView["rows"][number]): HTMLElement {
		const keys = row.map(({ text, style }) => button({ class: `reply-key ${style ?? ""}` }, () => press(text), text));
		return h("div", { class: "keyboard-row" }, ...keys);
	}

	function press(text: string): void {
		say(text);
		show(element, !once);
	}

	show(element, false);
	return { element, update };
}

interface Deps {
	actions(): Actions;
	perform: Perform;
	/**
	 * A press has hidden the button. If the server then refuses the request, the button reappears, and this is called
	 * again.
	 */
	changed(): void;
}

/** START in a new chat, UNBLOCK if the bot is blocked. */
function createStartButton({ actions, perform, changed }: Deps) {
	const element = h("div", { class: "start-button-row" });
	let shown = "";
	/**
	 * The state of the chat before the last press (`new` or `blocked`), until the chat leaves it or the server refuses.
	 * Meanwhile, the text field is visible, so that the person can type before the server answers.
	 */
	let ending: string | undefined;
	let pending: Promise<unknown> = Promise.resolve();

	function press(work: () => Promise<unknown>): void {
		ending = shown;
		pending = perform(work).then((worked) => {
			if (worked) return;
			ending = undefined;
			changed();
		});
		changed();
	}

	function act(label: string, work: () => Promise<unknown>): HTMLElement {
		return button({ class: "start-button" }, () => press(work), label);
	}

	function buttonOf(state: string): HTMLElement | false {
		if (state === "blocked") return act(t("Unblock"), () => actions().block(false));
		return state === "new" && act(t("Start"), () => actions().start());
	}

	/** True if the button is visible. */
	function update(view: ChatView | undefined): boolean {
		const actual = stateOf(view);
		if (actual !== ending) ending = undefined;
		const state = ending === undefined ? actual : "open";
		if (state !== shown) fill(element, buttonOf(state));
		shown = state;
		show(element, state !== "open");
		return state !== "open";
	}

	return {
		element,
		update,
		/** The server has answered the request of the last press. */
		settled: () => pending,
	};
}

function stateOf(view: ChatView | undefined): "loading" | "open" | "blocked" | "new" {
	if (!view) return "loading";
	if (view.chat.type !== "private") return "open";
	if (view.blocked) return "blocked";
	return view.started ? "open" : "new";
}

const stickers = ["👍", "❤️", "🔥", "🎉", "😂", "🤔", "👋", "🙏", "🚀", "💸", "🤝", "🥳"];

function createStickers(send: (emoji: string) => void): HTMLElement {
	const panel = h("div", { class: "menu stickers", popover: "auto", id: "stickers", "aria-label": t("Stickers") });
	for (const emoji of stickers) {
		const choose = () => {
			panel.hidePopover();
			send(emoji);
		};
		panel.append(
			button({ class: "sticker-choice", "aria-label": t("Send sticker {emoji}", { emoji }) }, choose, emoji),
		);
	}
	return h(
		"span",
		{ class: "sticker-picker" },
		h(
			"button",
			{ type: "button", class: "icon-button", "aria-label": t("Stickers"), popovertarget: "stickers" },
			icon("smile"),
		),
		panel,
	);
}
