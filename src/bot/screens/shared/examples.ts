import { routes } from "../../screens.ts";
import type { T } from "../texts.ts";
import { type Button, link, tap } from "../view.ts";

const name = "my-cafe.com";
const word = "coffee";
const names = [name, "my-cafe.net", "my-cafe.org"];

/**
 * Returns buttons with examples for a first search: a name, a word and a list. The names have TLDs that every registrar
 * sells.
 */
export function exampleButtons(t: T): { name: Button; word: Button; list: Button } {
	return {
		name: link(`🔎 ${name}`, routes.offer, { name }),
		word: link(`🔎 ${word}`, routes.shortlist, { base: word, page: 1 }),
		list: tap(t("home-example-list"), "example_list", { value: names.join("\n") }),
	};
}
