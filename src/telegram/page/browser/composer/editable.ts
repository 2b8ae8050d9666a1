import type { MessageView } from "../../../protocol.ts";

/** True if the person can edit the message: it is their own text, and not forwarded or sent through the bot. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}
