import type { MiddlewareFn } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature } from "../../feature.ts";
import { routeOf, routes } from "../../routes.ts";
import { screenForText } from "../search/text-input.ts";

/** Answers a text that fits an interrupted question, before search takes it for a name. */
export function createAnswerAfterExit(): Feature {
	const claimLateAnswer: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { interruptedQuestion } = ctx;
		const { kind, content, text } = ctx.incoming;
		if (interruptedQuestion === null || kind !== "message" || content !== "text") return await next();
		const { to, params } = interruptedQuestion;
		const question = routeOf(to);
		if (!question?.accepts(params, text.trim(), ctx.intent)) return await next();
		const again = question.restart(params);
		const found = screenForText(text, ctx.intent);
		const search = found && { to: found.route.name, params: found.params };
		ctx.show(routes.outdated, { exited: true, ...(again && { again }), ...(search && { search }) });
	};
	return { screens: [], claims: { "late-answer": claimLateAnswer } };
}
