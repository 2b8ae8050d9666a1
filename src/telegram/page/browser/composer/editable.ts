import type { MessageView } from "../../../protocol.ts";

/** A person may change their own words, not those of others that they passed on. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}
