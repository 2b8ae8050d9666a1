import type { MiddlewareFn } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature } from "../../feature.ts";
import { routeOf, routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import type { MessageContent } from "../../updates/kinds.ts";
import { screenForText } from "../search/text-input.ts";
import { apologyView, outdatedView, unknownView } from "./view.ts";

/** Replies to every update that no other feature takes. */
export function createFallback(): Feature {
	/** Answers a text that fits an interrupted question. Otherwise search would take the text for a name. */
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
	const claimUnknown: MiddlewareFn<BotContext> = (ctx) => {
		if (ctx.tap) return ctx.show(routes.outdated, {});
		const { intent } = ctx;
		if (intent.is === "remark") {
			if (intent.about === "balance") return ctx.show(routes.account, {});
			return ctx.show(routes.home, { noticeKey: `unknown-${intent.about}` });
		}
		const content = inputKind(ctx);
		// A long paste arrives as several messages. Only the first one gets this reply.
		const repeated = ctx.screen?.feature === routes.unknown.name && ctx.screen.params["content"] === content;
		return ctx.show(routes.unknown, { content }, repeated && content === "list" ? { where: "place" } : {});
	};
	const screens = [
		defineScreen(routes.unknown, ({ params, t }) => unknownView(t, params.content)),
		defineScreen(routes.outdated, ({ params, t }) => outdatedView(t, params)),
		defineScreen(routes.apology, ({ params, t }) => apologyView(t, params.reference)),
	];
	return { screens, claims: { "late-answer": claimLateAnswer, unknown: claimUnknown } };
}

function inputKind({ intent, incoming: { content, text } }: BotContext): MessageContent | "list" | "zone-file" {
	if (content !== "text") return content;
	if (intent.is === "zone_file") return "zone-file";
	return text.includes("\n") ? "list" : "text";
}
