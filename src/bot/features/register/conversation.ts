import type { Actions, OrderSettings } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type BotConversation, type ConversationBuilder } from "../../input/conversation.ts";
import type { Destination } from "../../screens/route.ts";
import {
	batchQuoteDestination,
	currentOperation,
	operationScreen,
	showOperation,
} from "../../screens/shared/operation.ts";
import { readYears } from "../../screens/shared/years.ts";
import { type OrderQuestion, routes } from "../../screens.ts";

const longestReference = 200;

type Deps = Pick<Actions, "operation" | "quote">;

/**
 * Lets a person change the years, label, reference or edge profile of the quote on the screen. The change applies to
 * the name `only`, or to all names of the quote if `only` is "". Each answer leads to a new quote, which keeps the
 * other settings. The person confirms the quote on its own screen and not in this conversation.
 */
export function registerConversation(actions: Deps): ConversationBuilder {
	return {
		name: "register",
		async build(conversation, _ctx, only = "") {
			const question = await conversation.external((ctx) => questionOf(ctx, actions, only));
			for (let rejectedInput: string | undefined; ; ) {
				const answer = await ask(conversation, routes.registerYears, { ...question, rejectedInput });
				const verb = answer.kind === "tap" ? answer.tap.verb : null;
				if (verb === "quote") return await conversation.external((ctx) => leave(ctx, actions, question, only));
				rejectedInput = undefined;
				const years = readYears(answer);
				const settings =
					verb === "profile"
						? await askProfile(conversation, actions, question)
						: verb === "label" || verb === "reference"
							? await askText(conversation, verb, question)
							: typeof years === "number" && { years };
				if (settings) return await conversation.external((ctx) => change(ctx, actions, question, settings));
				if (settings === false) rejectedInput = String(years);
			}
		},
	};
}

/** Returns the parameters of the question: which quote the person is changing, and which of its domains. */
async function questionOf(ctx: BotContext, { operation }: Deps, only: string): Promise<OrderQuestion> {
	const found = await operation.get(currentOperation(ctx));
	const items = found.kind === "operation" ? found.operation.items : [];
	const from = routes.operation.parse(ctx.screen?.params)?.from;
	const single = items.length === 1 ? (items[0]?.domain ?? "") : only;
	const kind = found.kind === "operation" && found.operation.kind === "renew" ? "renew" : "register";
	const count = single === "" ? items.length : 1;
	return { ...currentOperation(ctx), domain: single, count, kind, ...(from && { from }) };
}

/**
 * Leaves the question and shows the screen from which the person came to it. For a single name (`only`) this is the
 * list of the order's names. Otherwise, it is the quote.
 */
async function leave(ctx: BotContext, actions: Deps, { operationId, from }: OrderQuestion, only: string) {
	if (only !== "") ctx.show(routes.orderNames, { operationId, ...(from && { from }) });
	else await showQuote(ctx, actions, { operationId, from });
}

async function showQuote(
	ctx: BotContext,
	{ operation }: Deps,
	{ operationId, from }: Pick<OrderQuestion, "operationId" | "from">,
): Promise<void> {
	const found = await operation.get({ personId: ctx.person.id, operationId });
	if (found.kind === "operation") showFrom(ctx, operationScreen(found.operation), from);
	else ctx.show(routes.stepEnded, {});
}

async function change(
	ctx: BotContext,
	{ quote }: Deps,
	{ operationId, domain, from }: OrderQuestion,
	settings: OrderSettings,
): Promise<void> {
	const result = await quote.change({ personId: ctx.person.id, operationId, settings, only: domain || undefined });
	if (result.kind === "not_found") ctx.show(routes.stepEnded, {});
	else showFrom(ctx, batchQuoteDestination(result), from);
}

/**
 * Shows the screen of an operation, with a *Back* button to the list `from`. After a typed answer, `showOperation` does
 * not add this button itself.
 */
function showFrom(ctx: BotContext, { route, params }: Destination, from: OrderQuestion["from"]): void {
	showOperation(ctx, { route, params: { ...params, ...(from && { from }) } });
}

/**
 * Asks for a label or a reference. Repeats the question until the text is a single line that is short enough for every
 * service. Returns null if the person goes back.
 */
async function askText(
	conversation: BotConversation,
	field: "label" | "reference",
	question: OrderQuestion,
): Promise<OrderSettings | null> {
	const settingsOf = (text: string | null) => (field === "label" ? { clientRef: text } : { externalRef: text });
	for (let rejectedInput: string | undefined; ; ) {
		const answer = await ask(conversation, routes.registerReference, { ...question, field, rejectedInput });
		if (answer.kind === "tap") return answer.tap.verb === "remove" ? settingsOf(null) : null;
		if (answer.kind === "text" && answer.text.length <= longestReference && !answer.text.includes("\n")) {
			return settingsOf(answer.text);
		}
		rejectedInput = "";
	}
}

/**
 * Asks for an edge profile. Repeats the question until the person names one that the order can use, as far as the bot
 * knows. Returns null if the person goes back.
 */
async function askProfile(
	conversation: BotConversation,
	{ quote }: Deps,
	question: OrderQuestion,
): Promise<OrderSettings | null> {
	const { operationId, domain } = question;
	const which = { operationId, only: domain || undefined };
	const keys = await conversation.external((ctx) => quote.profiles({ personId: ctx.person.id, ...which }));
	for (let rejectedInput: string | undefined; ; ) {
		const answer = await ask(conversation, routes.registerProfile, { ...question, keys, rejectedInput });
		const chosen = answer.kind === "tap" && answer.tap.verb === "use" ? (answer.tap.value ?? "") : null;
		if (answer.kind === "tap" && chosen === null) return answer.tap.verb === "remove" ? { edgeProfileKey: null } : null;
		const profileKey = chosen ?? (answer.kind === "text" ? answer.text : "");
		const problem = await conversation.external((ctx) =>
			quote.profileProblem({ personId: ctx.person.id, ...which, profileKey }),
		);
		if (problem === null) return { edgeProfileKey: profileKey };
		rejectedInput = problem;
	}
}
