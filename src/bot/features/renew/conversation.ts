import type { Actions } from "../../../actions/index.ts";
import { ask, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import { showRenewal } from "../../screens/shared/ask.ts";
import { readYears } from "../../screens/shared/years.ts";
import { routes } from "../../screens.ts";

/**
 * Asks for the years of a renewal, and shows a quote. The parameters of `build`:
 * - `given`: the names, separated by spaces. It may have a second line: the person's text that was not a valid number
 *   of years.
 * - `origin`: the screen to which *Back* leads, as JSON, or "" for none.
 */
export function renewConversation({ quote }: Pick<Actions, "quote">): ConversationBuilder {
	return {
		name: "renew",
		async build(conversation, _ctx, given = "", origin = "") {
			const [named = "", wrong] = given.split("\n");
			const domains = named.split(" ");
			const domain = named.includes(" ") ? "" : named;
			const from = originOf(origin);
			const question = { domain, count: domains.length, from };
			for (let rejectedInput = wrong; ; ) {
				const years = readYears(await ask(conversation, routes.renewYears, { ...question, rejectedInput }));
				rejectedInput = String(years);
				if (typeof years === "string") continue;
				const taken = await conversation.external((ctx) =>
					showRenewal(ctx, quote, { domains, refused: [], from }, years),
				);
				if (taken) return;
			}
		},
	};
}
