import { expect, it } from "vitest";
import { countOnlyEmoji } from "../../../src/page/browser/rich-text/tree.ts";

it.each([
	["👍", 1],
	["👩‍💻❤️", 2],
	["🇩🇪🇺🇦🇧🇷", 3],
	["👍👍👍👍", 0],
	["👍 ok", 0],
	["1", 0],
	["", 0],
])("counts the emoji of %j as %i", (text, count) => {
	expect(countOnlyEmoji(text)).toBe(count);
});
