import type { MessageView } from "../../../protocol.ts";

/** A person may edit their own texts, not forwarded ones. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}
