import { recognise } from "../../../rules/recognise.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import { ask, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { screenForText } from "./text-input.ts";

/**
 * Asks for a name, and repeats the question until the person sends one. Then looks up the name and shows the result.
 */
export const searchDialogue: ConversationBuilder = {
	name: "search",
	async build(dialogue) {
		for (let rejectedInput: string | undefined; ; ) {
			const answer = await ask(dialogue, routes.searchAsk, { rejectedInput });
			const text = answer.kind === "text" ? answer.text : "";
			// A list of names ends the conversation. The list feature then handles the message.
			if (recognise(text).is === "names") return await dialogue.halt({ next: true });
			const found = screenForText(text);
			if (found && found.route !== routes.invalid) {
				return await dialogue.external((ctx) => ctx.show(found.route, found.params));
			}
			rejectedInput = mayHoldToken(text) ? "" : text.slice(0, 200);
		}
	},
};
