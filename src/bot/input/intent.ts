import { type Intent, recognise } from "../../rules/recognise.ts";

/** Returns what a text means. The name of a command does not count: `/search shop.com` means the name `shop.com`. */
export function readIntent(text: string): Intent {
	return recognise(text.replace(/^\/\w+(?:@\w+)?(?:\s+|$)/, ""));
}
