import type { MiddlewareFn } from "grammy";
import type { Unsupported } from "../../rules/intent.ts";
import { listNames } from "../../rules/list.ts";
import { recognise } from "../../rules/recognise.ts";
import { nearestCommands, wordsOfCommand } from "../commands.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { screenForText } from "../input/screen-for-text.ts";
import { closedView } from "../screens/format.ts";
import { html, paragraphs } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { type Button, backTo, link, url, type View } from "../screens/view.ts";
import { routeOf, routes } from "../screens.ts";
import type { MessageContent } from "../updates/kinds.ts";

/** Replies to every update that no other feature handles. */
export function createFallback({ settings }: FeatureDeps): Feature {
	/**
	 * Handles a late answer: a text that answers a question whose conversation was interrupted. Offers to restart that
	 * conversation. Without this middleware, the search would look up the text as a domain name.
	 */
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
		ctx.show(routes.stepEnded, { exited: true, ...(again && { again }), ...(search && { search }) });
	};
	const claimUnknown: MiddlewareFn<BotContext> = (ctx) => {
		if (ctx.tap) return ctx.show(routes.stepEnded, {});
		const { intent } = ctx;
		if (intent.is === "remark") {
			return showRemark(ctx, intent.about);
		}
		if (intent.is === "unsupported") return showUnsupported(ctx, intent.wants, ctx.incoming.text);
		const content = inputKind(ctx);
		if (content === "command") {
			const words = wordsOfCommand(ctx.incoming.text);
			// An unknown command may contain only the verb or the noun of a request, such as `/delete` or `/owner`. The
			// variants add the missing word, so that `recognise` understands the request.
			const requests = [words, `${words} domain`, `change ${words}`].map((each) => recognise(each));
			if (requests[0]?.is === "remark" && requests[0].about === "auto_renew") return showAutoRenew(ctx, words);
			const wanted = requests.find((each) => each.is === "unsupported");
			if (wanted) return showUnsupported(ctx, wanted.wants, null);
			const [command = ""] = words.split(/\s/);
			return ctx.show(routes.unknown, { content, command: command.toLowerCase().slice(0, 32) });
		}
		// Telegram splits a long paste into several messages. Only the first message gets a reply. For the other messages,
		// the bot only renders this reply again.
		const repeated = ctx.screen?.routeName === routes.unknown.name && ctx.screen.params["content"] === content;
		return ctx.show(routes.unknown, { content }, repeated && content === "list" ? { where: "place" } : {});
	};
	function showRemark(ctx: BotContext, about: Extract<BotContext["intent"], { is: "remark" }>["about"]) {
		switch (about) {
			case "balance":
				return ctx.show(routes.account, {});
			case "auto_renew":
				return showAutoRenew(ctx, ctx.incoming.text);
			case "help":
				return ctx.show(routes.help, {});
			case "orders":
				return ctx.show(routes.operations, {});
			case "domains":
				return ctx.show(routes.domains, {});
			case "prices":
				return ctx.show(routes.prices, {});
			case "greeting":
				return ctx.show(routes.home, {});
			default:
				return ctx.show(routes.home, { noticeKey: `unknown-${about}` });
		}
	}

	function showAutoRenew(ctx: BotContext, text: string): void {
		const [name, ...others] = listNames(text).names;
		if (name && others.length === 0) ctx.show(routes.autoRenew, { domain: name.ascii });
		else ctx.show(routes.autoRenewals, {});
	}
	function showUnsupported(ctx: BotContext, wants: Unsupported, text: string | null): void {
		const found = text === null ? null : screenForText(text, ctx.intent);
		const search = found && { to: found.route.name, params: found.params };
		const name = text === null ? undefined : listNames(text).names[0]?.ascii;
		ctx.show(routes.unsupported, { wants, name, ...(search && { search }) });
	}
	return feature(
		[
			screen(routes.unsupported, { view: (t, params) => unsupportedView(t, params, settings.supportUrl) }),
			screen(routes.unknown, {
				view: unknownView,
				back: ({ domain, draftId }) =>
					domain === undefined ? undefined : routeRef(routes.dnsFile, { domain, draftId }),
			}),
			screen(routes.stepEnded, { view: stepEndedView }),
			screen(routes.apology, { view: (t, { reference }) => apologyView(t, reference) }),
		],
		{ claims: { "late-answer": claimLateAnswer, unknown: claimUnknown } },
	);
}

function inputKind({ incoming: { content, text } }: BotContext): MessageContent | "list" {
	if (content !== "text") return content;
	return text.includes("\n") ? "list" : "text";
}

function unknownView(t: T, { content, command }: ParamsOf<typeof routes.unknown>): View {
	const text = paragraphs([
		t.html(`unknown-${content}`),
		content === "command" && nearestCommands(t, command ?? "help"),
	]);
	return { text, buttons: [[link(t("home-help"), routes.help, {})]] };
}

function unsupportedView(
	t: T,
	{ wants, name, search }: ParamsOf<typeof routes.unsupported>,
	supportUrl: string | null,
): View {
	const support = supportUrl === null ? [] : [url(t("help-support"), supportUrl)];
	const near = nearest(t, wants, name);
	return {
		text: t.html(`unsupported-${wants.replaceAll("_", "-")}`),
		buttons: [near ? [near] : [], support, search ? [backTo(t("unsupported-search"), search)] : []],
	};
}

/** What comes nearest to the request, if anything does. */
function nearest(t: T, wants: ParamsOf<typeof routes.unsupported>["wants"], name?: string): Button | null {
	switch (wants) {
		case "sale": {
			const servers = t("domain-servers");
			return name
				? link(servers, routes.nameservers, { domain: name })
				: link(servers, routes.domains, { choose: "nameservers" });
		}
		case "backorder":
			return name ? link(t("offer-watch"), routes.offer, { name }) : link(t("unsupported-watched"), routes.watches, {});
		case "appraisal":
			return name
				? link(t("domain-look-up"), routes.offer, { name })
				: link(t("unsupported-prices"), routes.prices, {});
		case "refund":
			return link(t("home-operations"), routes.operations, {});
		case "withdrawal":
			return link(t("home-accounts"), routes.account, {});
		case "unread":
			return link(t("home-help"), routes.help, {});
		case "registry_lock":
			return link(t("freeze-open"), routes.freeze, { domain: name ?? "" });
		default:
			return null;
	}
}

type StepEnded = ParamsOf<typeof routes.stepEnded>;

/**
 * Says that a question or a button has expired, or that the person left the question (`exited`). `again`: the screen
 * that starts the step again. `search`: the screen that looks up the person's late answer as a name.
 */
export function stepEndedView(t: T, { exited = false, again, search }: StepEnded = {}): View {
	const begin = [
		...(again ? [backTo(t("outdated-again"), again)] : []),
		...(search ? [backTo(t("outdated-search"), search)] : []),
	];
	return closedView(t, { text: t.html("outdated", { left: String(exited) }), buttons: [begin] });
}

export function apologyView(t: T, reference: string): View {
	return closedView(t, { text: t.html("apology", { reference: html`<code>${reference}</code>` }) });
}
