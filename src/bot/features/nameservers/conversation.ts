import type { Actions } from "../../../actions/index.ts";
import { type NameserverTarget, readTarget, textOf } from "../../../rules/nameserver-target.ts";
import type { BotContext } from "../../context.ts";
import { ask, type ConversationBuilder, originOf } from "../../input/conversation.ts";
import { type RouteRef, routeRef } from "../../screens/route.ts";
import {
	batchQuoteDestination,
	finalConfirmationScreen,
	planDestination,
	showOperation,
} from "../../screens/shared/operation.ts";
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

interface ServersRequest {
	domains: readonly string[];
	target: NameserverTarget;
	tapped?: boolean;
	from?: RouteRef | undefined;
}

/**
 * Plans the change of nameservers and shows the plan. If the nameservers are refused, shows no plan and returns the
 * problem and the invalid part. Otherwise, returns null.
 * - `tapped`: true if the person tapped a preset. The plan then needs only one confirmation, because a preset contains
 *   no typing errors.
 * - `from`: the screen on which the person chose several domains.
 */
export async function showServersPlan(
	ctx: BotContext,
	nameservers: Actions["nameservers"],
	{ domains, target, tapped = false, from }: ServersRequest,
): Promise<string | null> {
	const personId = ctx.person.id;
	const [domain = "", ...others] = domains;
	const wanted = domains.map((each) => ({ domain: each, target }));
	const result = await nameservers.plan({ personId, wanted });
	if (result.kind === "unknown_preset") return `unknown_preset ${result.presetKey.slice(0, 100)}`;
	if (result.kind === "bad_nameservers") return `${result.problem} ${(result.part ?? "").slice(0, 100)}`;
	const { route, params } =
		others.length > 0
			? batchQuoteDestination(result, { change: true, ...(from && { from }) })
			: planDestination(result);
	const operation = "operation" in result ? result.operation : undefined;
	const single = tapped && operation ? finalConfirmationScreen(operation).params : {};
	const start = others.length > 0 ? (from ?? routeRef(routes.domains, {})) : routeRef(routes.nameservers, { domain });
	const verb = tapped ? "plan_preset" : "plan_servers";
	const repeatedTap = { to: start.to, params: { ...start.params, domains }, verb, value: textOf(target) };
	showOperation(ctx, { route, params: { ...params, ...single } }, repeatedTap);
	return null;
}
