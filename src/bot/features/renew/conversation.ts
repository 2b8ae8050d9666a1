import type { Actions } from "../../../actions/index.ts";
import { listNames } from "../../../rules/list.ts";
import { ask, type BotConversation, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import { type NamesToRenew, showRenewal } from "../../screens/shared/ask.ts";
import { cutRefused, keptRefused } from "../../screens/shared/refused-names.ts";
import { readYears } from "../../screens/shared/years.ts";
import { routes } from "../../screens.ts";

/**
 * Asks for the names to renew, if none are given. Then asks for the years, and shows a quote. The parameters of
 * `build`:
 * - `given`: the names, separated by spaces. It may have a second line: the person's text that was not a valid number
 *   of years.
 * - `origin`: the screen to which *Back* leads, as JSON, or "" for none.
 */
export function renewConversation({ quote }: Pick<Actions, "quote">): ConversationBuilder {
	return {
		name: "renew",
		async build(conversation, _ctx, given = "", origin = "") {
			const [named = "", wrong] = given.split("\n");
			const { domains, refused } =
				named === "" ? await askNames(conversation) : { domains: named.split(" "), refused: [] };
			const domain = named.includes(" ") ? "" : named;
			const from = originOf(origin);
			const question = { domain, count: domains.length, from, ...cutRefused(refused.map(keptRefused)) };
			for (let rejectedInput = wrong; ; ) {
				const years = readYears(await ask(conversation, routes.renewYears, { ...question, rejectedInput }));
				rejectedInput = String(years);
				if (typeof years === "string") continue;
				const taken = await conversation.external((ctx) => showRenewal(ctx, quote, { domains, refused, from }, years));
				if (taken) return;
			}
		},
	};
}

async function askNames(conversation: BotConversation): Promise<NamesToRenew> {
	for (let rejectedInput: string | undefined; ; ) {
		const answer = await ask(conversation, routes.renewNames, { rejectedInput });
		const { names, refused } = listNames(answer.kind === "text" ? answer.text : "", { every: true });
		if (names.length > 0) return { domains: names.map((name) => name.ascii), refused };
		rejectedInput = "";
	}
}
