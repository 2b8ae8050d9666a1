import { Composer } from "grammy";
import { readNameservers } from "../../../rules/dns/nameservers.ts";
import type { Intent } from "../../../rules/recognise.ts";
import type { BotContext } from "../../context.ts";
import type { Feature } from "../../feature.ts";
import { restartScreen } from "../../input/interrupted.ts";
import { routes } from "../../routes.ts";
import type { RouteRef } from "../../screens/view.ts";
import { answerChange, answerNew } from "../dns/answer.ts";
import { readTarget } from "../nameservers/conversation.ts";
import { screenForText } from "../search/text-input.ts";

/** Meets an answer to a question that something else came between, before it is taken for a name to look up. */
export function createAnswerAfterExit(): Feature {
	const handlers = new Composer<BotContext>();
	handlers.on("message:text", async (ctx, next) => {
		const { interruptedQuestion } = ctx;
		const { text } = ctx.msg;
		if (
			interruptedQuestion === null ||
			text.startsWith("/") ||
			!isLateAnswer(interruptedQuestion, text.trim(), ctx.intent)
		)
			return await next();
		const again = restartScreen(interruptedQuestion.to, interruptedQuestion.params);
		const found = screenForText(text, ctx.intent);
		const search = found && { to: found.route.name, params: found.params };
		ctx.show(routes.outdated, { exited: true, ...(again && { again }), ...(search && { search }) });
	});
	return { screens: [], handlers };
}

/** True if the text answers the interrupted question. */
export function isLateAnswer({ to, params }: RouteRef, text: string, intent: Intent): boolean {
	const answer = { kind: "text", text } as const;
	switch (to) {
		case routes.registerYears.name:
		case routes.renewYears.name:
			return /^\d{1,3}\s*\p{L}*$/u.test(text);
		case routes.registerLabel.name:
		case routes.registerReference.name:
			return ["base", "words", "refused"].includes(intent.is);
		case routes.nameserversAsk.name: {
			const target = readTarget(text);
			return "presetKey" in target || readNameservers(target.nameservers).ok;
		}
		case routes.recordAsk.name: {
			const asked = routes.recordAsk.parse(params);
			if (!asked) return false;
			const { domain, type, host, editing } = asked;
			if (!editing && type !== undefined && host === undefined && intent.is === "base") return true;
			return "record" in (editing ? answerChange(editing, answer, domain) : answerNew({ type, host }, answer, domain));
		}
		default:
			return false;
	}
}
