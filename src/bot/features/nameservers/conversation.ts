import type { Actions, NameserverTarget } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { planDestination, showOperation } from "../operation/destination.ts";
import { readTarget } from "./target.ts";

/**
 * Plans new nameservers: at least two names, or a preset. The argument is a domain in punycode, then a space and the
 * problem of a first answer if there was one.
 */
export function nameserversDialogue({ nameservers }: Pick<Actions, "nameservers">): ConversationBuilder {
	return {
		name: "nameservers",
		async build(dialogue, _ctx, given = "") {
			const [domain = "", ...wrong] = given.split(" ");
			for (let problem = wrong.length > 0 ? wrong.join(" ") : undefined; ; ) {
				const answer = await ask(dialogue, routes.nameserversAsk, { domain, problem });
				const input = answer.kind === "tap" ? `preset ${answer.tap.value}` : answer.kind === "text" ? answer.text : "";
				const target = readTarget(input);
				const refused = await dialogue.external((ctx) => showServersPlan(ctx, nameservers, domain, target));
				if (refused === null) return;
				problem = refused;
			}
		},
	};
}

/** Shows the plan. Returns the problem and the part to blame if the servers are refused. */
export async function showServersPlan(
	ctx: BotContext,
	nameservers: Actions["nameservers"],
	domain: string,
	target: NameserverTarget,
): Promise<string | null> {
	const result = await nameservers.plan({ personId: ctx.person.id, domain, target });
	if (result.kind === "unknown_preset") return `unknown_preset ${result.presetKey.slice(0, 100)}`;
	if (result.kind === "bad_nameservers") return `${result.problem} ${(result.part ?? "").slice(0, 100)}`;
	showOperation(ctx, planDestination(result, domain));
	return null;
}
