import type { Actions, QuoteResult, RegisterDraft } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type BotConversation, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { quoteDestination, showOperation } from "../operation/destination.ts";
import { readYears } from "./years.ts";

const longestReference = 200;

/**
 * Asks for years and references, then shows a quote. The person confirms on the quote's screen, never in this
 * conversation. `domain` is in punycode.
 */
export function registerDialogue({ quote }: Pick<Actions, "quote">): ConversationBuilder {
	return {
		name: "register",
		async build(dialogue, _ctx, domain = "") {
			for (let rejectedInput: string | undefined; ; ) {
				const years = await askYears(dialogue, domain, rejectedInput);
				const references = await askReferences(dialogue, domain, years);
				const draft = { domain, years, ...references };
				const refused = await dialogue.external((ctx) => showQuote(ctx, quote, draft));
				if (refused === null) return;
				rejectedInput = refused;
			}
		},
	};
}

/** Shows the quote. Returns the rejected number of years if the service does not accept it. */
async function showQuote(ctx: BotContext, quote: Actions["quote"], draft: RegisterDraft): Promise<string | null> {
	const result: QuoteResult = await quote.register({ personId: ctx.person.id, draft });
	if (result.kind === "bad_years") return String(draft.years);
	showOperation(ctx, quoteDestination(result, draft.domain));
	return null;
}

async function askYears(dialogue: BotConversation, domain: string, refused: string | undefined): Promise<number> {
	for (let rejectedInput = refused; ; ) {
		const years = readYears(await ask(dialogue, routes.registerYears, { domain, rejectedInput }));
		if (typeof years === "number") return years;
		rejectedInput = years;
	}
}

type References = Pick<RegisterDraft, "clientRef" | "externalRef">;

async function askReferences(dialogue: BotConversation, domain: string, years: number): Promise<References> {
	const label = await askText((rejectedInput) => ask(dialogue, routes.registerLabel, { domain, years, rejectedInput }));
	if (label === "continue") return {};
	const kept = label === "reference" ? null : label.text;
	const next = await askText((rejectedInput) => {
		return ask(dialogue, routes.registerReference, { domain, years, label: kept, rejectedInput });
	});
	const reference = typeof next === "string" ? null : next.text;
	return { ...(kept !== null && { clientRef: kept }), ...(reference !== null && { externalRef: reference }) };
}

type Asked = (rejectedInput: string | undefined) => ReturnType<typeof ask>;

/** Asks until the answer has a length that every service accepts. Returns it, or the verb of the tapped button. */
async function askText(asked: Asked): Promise<{ text: string } | "continue" | "reference"> {
	for (let rejectedInput: string | undefined; ; ) {
		const answer = await asked(rejectedInput);
		if (answer.kind === "tap") return answer.tap.verb === "reference" ? "reference" : "continue";
		if (answer.kind === "text" && answer.text.length <= longestReference && !answer.text.includes("\n")) {
			return { text: answer.text };
		}
		rejectedInput = "";
	}
}
