import type { Actions, NameserverTarget } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { batchQuoteDestination, planDestination, secondQuestion, showOperation } from "../operation/destination.ts";
import { readTarget } from "./target.ts";

/**
 * Asks for new nameservers, at least two names or a preset, and plans the change. The argument contains the domains in
 * punycode, separated by spaces, and optionally the problem of the first answer on a second line. `origin`: see
 * `originOf`.
 */
export function nameserversDialogue({ nameservers }: Pick<Actions, "nameservers">): ConversationBuilder {
	return {
		name: "nameservers",
		async build(dialogue, _ctx, given = "", origin = "") {
			const [named = "", wrong] = given.split("\n");
			const domains = named.split(" ");
			const from = originOf(origin);
			const question = domains.length > 1 ? { domain: "", count: domains.length, from } : { domain: named };
			for (let problem = wrong; ; ) {
				const answer = await ask(dialogue, routes.nameserversAsk, { ...question, problem });
				const input = answer.kind === "tap" ? `preset ${answer.tap.value}` : answer.kind === "text" ? answer.text : "";
				const target = readTarget(input);
				const refused = await dialogue.external((ctx) =>
					showServersPlan(ctx, nameservers, { domains, target, tapped: answer.kind === "tap" }),
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
	{ domains, target, tapped = false }: { domains: readonly string[]; target: NameserverTarget; tapped?: boolean },
): Promise<string | null> {
	const personId = ctx.person.id;
	const [domain = "", ...others] = domains;
	const drafts = domains.map((each) => ({ domain: each, target }));
	const result =
		others.length > 0
			? await nameservers.planList({ personId, drafts })
			: await nameservers.plan({ personId, domain, target });
	if (result.kind === "unknown_preset") return `unknown_preset ${result.presetKey.slice(0, 100)}`;
	if (result.kind === "bad_nameservers") return `${result.problem} ${(result.part ?? "").slice(0, 100)}`;
	const { route, params } =
		"skipped" in result || result.kind === "too_many"
			? batchQuoteDestination(result, { change: true })
			: planDestination(result, domain);
	const operation = "operation" in result ? result.operation : undefined;
	const second = tapped && operation ? secondQuestion(operation).params : {};
	const change = operation?.change;
	const servers = others.length === 0 && change?.kind === "nameservers" ? (change.after ?? []) : [];
	const warned = await nameservers.probe({ personId, domain, nameservers: servers });
	showOperation(ctx, { route, params: { ...params, ...second, ...(warned.length > 0 && { warned: [...warned] }) } });
	return null;
}
