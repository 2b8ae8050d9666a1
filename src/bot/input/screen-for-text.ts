import type { Intent } from "../../rules/intent.ts";
import { type Destination, to } from "../screens/route.ts";
import { routes } from "../screens.ts";
import { invalidNameParams } from "./domain-argument.ts";

/**
 * Returns the screen that looks up the names in a text. If the text is an invalid name, returns the screen that says
 * why. Returns null if the text is something else, such as a DNS record. `intent`: what the text means.
 */
export function screenForText(text: string, intent: Intent): Destination | null {
	switch (intent.is) {
		case "name":
			return to(routes.offer, { name: intent.ascii, ...(intent.joined && { joined: intent.joined.ascii }) });
		case "base":
			return to(routes.shortlist, { base: intent.ascii, page: 1 });
		case "words":
		case "remark":
		case "unsupported":
			return intent.base ? to(routes.shortlist, { base: intent.base.ascii, page: 1 }) : null;
		case "refused":
			return to(routes.invalid, invalidNameParams(/\s/.test(text.trim()) ? intent.text : text, intent));
		case "names":
			return to(routes.listAsk, { text: intent.names.map(({ ascii }) => ascii).join("\n") });
		case "misspelt":
			return screenForText(text, intent.plain);
		default:
			return null;
	}
}
