import { join } from "node:path";
import { createTexts } from "../../src/bot/texts.ts";

/** The real locale files; a missing key or variable fails the test that asked for it. */
export const texts = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});
