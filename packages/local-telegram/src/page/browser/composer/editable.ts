import type { MessageView } from "../../../protocol.ts";

/** A text from this person that is neither forwarded nor sent through the bot. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}
