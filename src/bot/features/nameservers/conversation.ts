import type { Actions, NameserverTarget } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { planDestination } from "../operation/plan-destination.ts";
import { showOperation } from "../operation/quote-destination.ts";
import { readTarget } from "./target.ts";

/** Two names or more, or a preset, as a plan. Begins with a domain in punycode and, behind spaces, what was wrong with a first answer. */
export function nameserversDialogue({ nameservers }: Pick<Actions, "nameservers">): ConversationBuilder {
	return {
		name: "nameservers",
		async build(dialogue, _ctx, given = "") {
			const [domain = "", ...wrong] = given.split(" ");
			for (let bad = wrong.length > 0 ? wrong.join(" ") : undefined; ; ) {
				const answer = await ask(dialogue, routes.nameserversAsk, { domain, bad });
				const input = answer.kind === "tap" ? `preset ${answer.tap.value}` : answer.kind === "text" ? answer.text : "";
				const target = readTarget(input);
				const refused = await dialogue.external((ctx) => showServersPlan(ctx, nameservers, domain, target));
				if (refused === null) return;
				bad = refused;
			}
		},
	};
}

/** Shows the plan; answers with the problem and its part where the servers cannot be taken. */
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
