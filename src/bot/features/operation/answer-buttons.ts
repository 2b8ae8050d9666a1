import type { Operation } from "../../../actions/index.ts";
import { nameLabel } from "../../screens/format.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, tap } from "../../screens/view.ts";

/**
 * The most domains for which one screen asks the person whether the request was executed. Each has a row of buttons.
 */
const mostAsked = 8;

/**
 * For a request whose outcome the bot could not find out, the person can report if it was executed. Returns one row of
 * buttons for each such domain, and one row for all of them together.
 */
export function answers(t: T, { items }: Operation): Button[][] {
	const asked = items.filter(({ phase, state }) => phase === "open" && state === "needs_human");
	const count = Math.max(1, asked.length);
	const all = [tap(t("operation-happened", { count }), "happened"), tap(t("operation-not", { count }), "not")];
	if (count === 1) return [all];
	const each = asked.slice(0, mostAsked).map(({ domain }) => {
		const name = nameLabel(domain);
		return [
			tap(t("operation-happened-one", { name }), "happened", { value: domain }),
			tap(t("operation-not-one", { name }), "not", { value: domain }),
		];
	});
	return [...each, all];
}
