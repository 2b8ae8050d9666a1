import { button, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";

const stickers = ["👍", "❤️", "🔥", "🎉", "😂", "🤔", "👋", "🙏", "🚀", "💸", "🤝", "🥳"];

export function createStickers(send: (emoji: string) => void): HTMLElement {
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
