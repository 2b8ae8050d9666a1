import { mayHoldToken } from "../../../rules/secrets.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder } from "../../input/conversation.ts";
import { screenForText } from "../../input/screen-for-text.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { routes } from "../../screens.ts";

type Question = ParamsOf<typeof routes.searchAsk>;

/**
 * Asks for a name, and repeats the question until the person sends one. Then looks up the name and shows the result.
 */
export const searchConversation: ConversationBuilder = {
	name: "search",
	async build(conversation) {
		for (let question: Question = {}; ; ) {
			const answer = await ask(conversation, routes.searchAsk, question);
			const text = answer.kind === "text" ? answer.text : "";
			const outcome = await conversation.external((ctx) => lookUp(ctx, text));
			// A list of names or a sentence ends the conversation. Another feature then handles the message.
			if (outcome === "other") return await conversation.halt({ next: true });
			if (outcome === "shown") return;
			question = outcome;
		}
	},
};

/**
 * Shows the result for an answer. Shows nothing if the answer is a list or a sentence, or if it must be repeated. If it must be
 * repeated, returns the parameters of the repeated question. `text`: "" if the answer is not a text.
 */
function lookUp(ctx: BotContext, text: string): "other" | "shown" | Question {
	const { intent } = ctx;
	if (text !== "" && ["names", "request", "misspelt"].includes(intent.is)) return "other";
	const found = text === "" ? null : screenForText(text, intent);
	const invalid = found?.route === routes.invalid ? routes.invalid.parse(found.params) : null;
	if (found && !invalid) {
		ctx.show(found.route, found.params);
		return "shown";
	}
	if (mayHoldToken(text)) return { rejectedInput: "" };
	if (!invalid) return { rejectedInput: text.slice(0, 200) };
	return { rejectedInput: invalid.text, problem: invalid.problem, part: invalid.part };
}
