import type { Actions } from "../../../actions/index.ts";
import { listNames, type RefusedName } from "../../../rules/list.ts";
import type { BotContext } from "../../context.ts";
import { ask, type BotConversation, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import type { RouteRef } from "../../screens/route.ts";
import { batchQuoteDestination, quoteDestination, showOperation } from "../../screens/shared/operation.ts";
import { cutRefused, keptRefused } from "../../screens/shared/refused-names.ts";
import { readYears } from "../../screens/shared/years.ts";
import { routes } from "../../screens.ts";

type Quote = Pick<Actions["quote"], "renew" | "renewMany">;

/**
 * Asks for the names to renew, if none are given. Then asks for the years, and shows a quote. The parameters of
 * `build`:
 * - `given`: the names, separated by spaces. It may have a second line: the person's text that was not a valid number
 *   of years.
 * - `origin`: the screen to which *Back* leads, as JSON, or "" for none.
 */
export function renewConversation({ quote }: { quote: Quote }): ConversationBuilder {
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

interface Names {
	domains: string[];
	/** The texts in the list that are not names. */
	refused: RefusedName[];
	/** The list to which *Back* leads from the quote. */
	from?: RouteRef | undefined;
}

async function askNames(conversation: BotConversation): Promise<Names> {
	for (let rejectedInput: string | undefined; ; ) {
		const answer = await ask(conversation, routes.renewNames, { rejectedInput });
		const { names, refused } = listNames(answer.kind === "text" ? answer.text : "", { every: true });
		if (names.length > 0) return { domains: names.map((name) => name.ascii), refused };
		rejectedInput = "";
	}
}

/**
 * Shows the quote for the renewal of one or several domains. Returns false if the domains cannot be renewed for this
 * number of years.
 */
export async function showRenewal(
	ctx: BotContext,
	quote: Quote,
	{ domains, refused, from }: Names,
	years: number,
): Promise<boolean> {
	const personId = ctx.person.id;
	const lines = domains.map((domain) => ({ domain, years }));
	const [line, ...others] = lines;
	if (!line || others.length > 0 || refused.length > 0) {
		const result = await quote.renewMany({ personId, lines });
		if (result.kind === "bad_years") return false;
		showOperation(ctx, batchQuoteDestination(result, { refused, ...(from && { from }) }));
		return true;
	}
	const result = await quote.renew({ personId, line });
	if (result.kind === "bad_years" || result.kind === "too_long") return false;
	showOperation(ctx, quoteDestination(result, line.domain, from));
	return true;
}
