import type { Actions } from "../../../actions/index.ts";
import { readTarget } from "../../../rules/nameserver-target.ts";
import { ask, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import { showServersPlan } from "../../screens/shared/ask.ts";
import { routes } from "../../screens.ts";

/**
 * Asks for new nameservers, then plans the change. The answer is at least two names, or the key of a preset. A preset
 * is a set of nameservers that the account keeps at the service. The parameters of `build`:
 * - `given`: the domains in punycode, separated by spaces. It may have a second line: the problem with the person's
 *   previous answer.
 * - `origin`: the screen to which *Back* leads, as JSON, or "" for none.
 */
export function nameserversConversation({ nameservers }: Pick<Actions, "nameservers">): ConversationBuilder {
	return {
		name: "nameservers",
		async build(conversation, _ctx, given = "", origin = "") {
			const [named = "", wrong] = given.split("\n");
			const domains = named.split(" ");
			const from = originOf(origin);
			const question = domains.length > 1 ? { domain: "", count: domains.length, from } : { domain: named };
			for (let problem = wrong; ; ) {
				const answer = await ask(conversation, routes.nameserversAsk, { ...question, problem });
				const input = answer.kind === "tap" ? `preset ${answer.tap.value}` : answer.kind === "text" ? answer.text : "";
				const target = readTarget(input);
				const refused = await conversation.external((ctx) =>
					showServersPlan(ctx, nameservers, { domains, target, tapped: answer.kind === "tap", from }),
				);
				if (refused === null) return;
				problem = refused;
			}
		},
	};
}
