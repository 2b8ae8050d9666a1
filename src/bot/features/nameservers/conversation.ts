import type { Actions, NameserverTarget } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { planDestination, secondQuestion, showOperation } from "../operation/destination.ts";
import { readTarget } from "./target.ts";

/**
 * Asks for new nameservers, at least two names or a preset, and plans the change. The argument is a domain in punycode,
 * optionally followed by a space and the problem of the first answer.
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
				const refused = await dialogue.external((ctx) =>
					showServersPlan(ctx, nameservers, { domain, target, tapped: answer.kind === "tap" }),
				);
				if (refused === null) return;
				problem = refused;
			}
		},
	};
}

/**
 * Shows the plan. Returns the problem and the invalid part if the servers are refused. A tap on a preset needs a second
 * confirmation: the plan's button replaces the nameservers.
 */
export async function showServersPlan(
	ctx: BotContext,
	nameservers: Actions["nameservers"],
	{ domain, target, tapped = false }: { domain: string; target: NameserverTarget; tapped?: boolean },
): Promise<string | null> {
	const result = await nameservers.plan({ personId: ctx.person.id, domain, target });
	if (result.kind === "unknown_preset") return `unknown_preset ${result.presetKey.slice(0, 100)}`;
	if (result.kind === "bad_nameservers") return `${result.problem} ${(result.part ?? "").slice(0, 100)}`;
	const isSecond = tapped && result.kind === "planned";
	showOperation(ctx, isSecond ? secondQuestion(result.operation) : planDestination(result, domain));
	return null;
}
