import { closedView } from "../../src/bot/screens/format.ts";
import type { RouteRef } from "../../src/bot/screens/route.ts";
import type { T } from "../../src/bot/screens/texts.ts";
import { backTo, keyboardOf, type View } from "../../src/bot/screens/view.ts";

/** Views with the last row that their screen adds. */
export function onScreen<More extends unknown[]>(view: (t: T, ...more: More) => View, back?: RouteRef) {
	return (t: T, ...more: More) => closedView(t, view(t, ...more), back && backTo(t("button-back"), back));
}

/** Without HTML tags, with entities decoded, and with ordinary spaces. */
export function visible(view: View): string {
	const text = view.text.toString().replaceAll(/<[^>]+>/g, "");
	return text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&")
		.replaceAll(/[\u00a0\u202f]/g, " ");
}

/** Row by row, with ordinary spaces. */
export function labels(view: View): string[][] {
	return keyboardOf(1, view).keyboard.map((row) => row.map((button) => button.text.replaceAll(/[\u00a0\u202f]/g, " ")));
}

/** Why Telegram would refuse the screen. */
export function refusals(view: View): string[] {
	const { keyboard } = keyboardOf(999_999, view);
	const buttons = keyboard.flat();
	const length = [...visible(view)].length;
	return [
		length < 1 || length > 4096 ? `${length} characters` : "",
		buttons.length > 100 ? `${buttons.length} buttons` : "",
		JSON.stringify(keyboard).length > 10_000 ? "a keyboard of more than 10 kB" : "",
		...keyboard.map((row) => (row.length > 8 ? "more than 8 buttons in a row" : "")),
		...buttons.map((button) => {
			const data = "callback_data" in button ? Buffer.byteLength(button.callback_data) : 1;
			return button.text === "" || data < 1 || data > 64 ? `the button ${button.text}` : "";
		}),
	].filter((problem) => problem !== "");
}
