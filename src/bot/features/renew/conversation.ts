import type { Actions } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type DialogueBuilder } from "../../dialogue.ts";
import { routes } from "../../routes.ts";
import { afterQuoting, showOperation } from "../operation/result.ts";
import { readYears } from "../register/years.ts";

/** Years, then a quote. The record's own references are kept. `domain` comes in punycode. */
export function renewDialogue({ quote }: Pick<Actions, "quote">): DialogueBuilder {
	return {
		name: "renew",
		async build(dialogue, _ctx, domain = "") {
			for (let bad: string | undefined; ; ) {
				const years = readYears(await ask(dialogue, routes.renewYears, { domain, bad }));
				bad = String(years);
				if (typeof years === "string") continue;
				const taken = await dialogue.external((ctx) => showRenewal(ctx, quote, domain, years));
				if (taken) return;
			}
		},
	};
}

/** Shows the quote; false when the service does not take these years. */
export async function showRenewal(
	ctx: BotContext,
	quote: Actions["quote"],
	domain: string,
	years: number,
): Promise<boolean> {
	const result = await quote.renew({ personId: ctx.person.id, draft: { domain, years } });
	if (result.kind === "bad_years") return false;
	showOperation(ctx, afterQuoting(result, domain));
	return true;
}
