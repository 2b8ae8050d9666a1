import { Composer } from "grammy";
import type { Operation } from "../../../actions/operation/types.ts";
import { parseReference, readStart } from "../../../rules/reference.ts";
import type { BotContext, RepeatedTap } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { noticeText } from "../../screens/format.ts";
import { listCallbacks } from "../../screens/list.ts";
import { routeRef, to } from "../../screens/route.ts";
import { type Shown, screen } from "../../screens/screen.ts";
import {
	batchQuoteDestination,
	confirmDestination,
	currentOperation,
	noLongerConnected,
	noOperationView,
	quoteDestination,
	showOperation,
	showResult,
} from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { routes } from "../../screens.ts";
import { type CallbackHandler, type OutdatedButtonMessage, onCallback } from "../../updates/callbacks.ts";
import { fileView } from "./file.ts";
import { movedView, operationsFilterView, operationsView, pageSize } from "./list.ts";
import { nothingToOrderView, operationView, restButton, timelineView, undoListView } from "./view.ts";

/** Quotes, their confirmation, and the messages with the progress and outcome of operations. */
export function createOperation({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("orders", (ctx) => ctx.show(routes.operations, {}));
	handlers.command("ops", (ctx) => ctx.show(routes.operations, {}));
	// The link to an order. The links to names are opened by Home.
	handlers.command("start", async (ctx, next) => {
		const link = readStart(ctx.match.trim());
		await (link?.kind === "order" ? open(ctx, link.reference) : next());
	});
	handlers.command("op", async (ctx) => {
		if (ctx.match === "") return ctx.show(routes.operations, {});
		const word = ctx.match.split(/\s+/).find((each) => parseReference(each) !== undefined);
		await open(ctx, word ?? ctx.match.trim().slice(0, 32));
	});
	const claimReference = new Composer<BotContext>();
	claimReference.hears(/^#\S{3,8}$/, (ctx) => open(ctx, ctx.msg.text ?? ""));

	async function open(ctx: BotContext, reference: string): Promise<void> {
		const result = await actions.operation.read({ personId: ctx.person.id, reference });
		if (result.kind === "not_found") ctx.show(routes.noOperation, { reference });
		else showResult(ctx, result);
	}

	/** `sure`: true for the second confirmation of a risky quote, after which the bot asks no further question. */
	const confirm =
		(sure: boolean): CallbackHandler =>
		async (ctx, { callbackNumber }) => {
			const quote = { ...currentOperation(ctx), number: callbackNumber ?? 0, sure };
			showOperation(ctx, confirmDestination(await actions.operation.confirm(quote), quote.operationId));
		};

	/** The person reports if requests with an unclear outcome were executed: for the domain `value`, or for all. */
	const decide =
		(happened: boolean): CallbackHandler =>
		async (ctx, { value }) => {
			const verdict = { by: "person", happened, domain: value ?? undefined } as const;
			showResult(ctx, await actions.operation.decide({ ...currentOperation(ctx), ...verdict }));
		};

	async function requote(ctx: BotContext): Promise<void> {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		const { items = [], change = null } = found.kind === "operation" ? found.operation : {};
		showRequote(ctx, await actions.quote.again(which), { change: change !== null, isOne: items.length === 1 });
	}

	/** Adds play money to the sandbox account, and requests a new price for the same order. */
	const topUp: CallbackHandler = async (ctx, tap) => {
		const found = await actions.operation.get(currentOperation(ctx));
		// The play money would go to the active account, and the operation may belong to another one.
		if (found.kind !== "operation" || !found.operation.account.active) return ctx.redraw();
		// Several taps on the same button must add money only once. So all of them pass the same `buttonId`.
		// `keyboardRev` is the revision of the message whose buttons the person sees.
		const buttonId = ctx.screen ? `${ctx.screen.id}.${ctx.screen.keyboardRev}` : undefined;
		const result = await actions.profile.topUp({ personId: ctx.person.id, buttonId });
		// *Try again* repeats the tap in `ctx.tap`, which must not add money a second time. So the repeated verb only
		// requests the price.
		ctx.tap = { ...tap, verb: "requote" };
		if (result.kind === "changed") await requote(ctx);
		else showResult(ctx, found, result.kind === "not_owner" ? "quote-top-up-shared" : "trouble-service-down");
	};

	/** Plans the change of `domain` back. If `domain` is null and the operation changed several, asks which. */
	async function undo(ctx: BotContext, domain: string | null): Promise<void> {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		if (domain === null && found.kind === "operation" && found.operation.items.length > 1)
			return showOperation(ctx, to(routes.undoList, { operationId: which.operationId }));
		const result = await actions.operation.undo({ ...which, ...(domain !== null && { domains: [domain] }) });
		showRequote(ctx, result, { change: true, isOne: true });
	}

	/** If some domains could not be read, a button repeats the attempt for only these domains. */
	async function undoAll(ctx: BotContext): Promise<void> {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const params = { ...routes.undoList.parse(ctx.screen?.params), operationId: which.operationId };
		const found = await actions.operation.get(which);
		const items = found.kind === "operation" ? found.operation.items : [];
		const domains = params.domains ?? items.flatMap(({ domain, undoable }) => (undoable ? domain : []));
		const repeatedTap = { ...routeRef(routes.undoList, { ...params, domains }), verb: "undo_all", value: null };
		showRequote(ctx, await actions.operation.undo({ ...which, domains }), { change: true, repeatedTap });
	}

	async function switchAccount(ctx: BotContext, connectionId: number): Promise<void> {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId });
		const found = await actions.operation.get(currentOperation(ctx));
		if (found.kind === "not_found") return ctx.show(routes.stepEnded, {});
		const { active, userId } = found.operation.account;
		showResult(ctx, found, active ? "operation-note-switched" : undefined, { user: String(userId) });
	}

	const reference: CallbackHandler = (ctx, { value }) => open(ctx, value ?? "");
	const { busy, connected, home, offer, alert, timeline } = routes;
	handlers.use(onCallback([busy, connected, home, offer, alert], { reference }), onCallback(busy, { requote }));

	type About = Shown<{ operationId: number }>;
	async function load({ personId, params: { operationId } }: About): Promise<Operation | null> {
		const found = await actions.operation.get({ personId, operationId });
		return found.kind === "operation" ? found.operation : null;
	}
	const missing = (t: T, { params }: About) => noOperationView(t, String(params.operationId));

	const screens = [
		screen(routes.nothingToOrder, { view: nothingToOrderView, back: ({ from }) => from }),
		screen(routes.noOperation, { view: (t, params) => noOperationView(t, params.reference) }),
		screen(routes.operation, {
			load,
			missing,
			view(t, operation, { params, subject }) {
				const { noticeState, vars, sure, doubts, limitCents, skipped = [], more = 0, page } = params;
				if (subject === null) return movedView(t, operation);
				const noticeKey = noticeState === operation.state ? params.noticeKey : undefined;
				const view = operationView(t, {
					operation,
					now: operation.readAt,
					...settings,
					notice: noticeText(t, noticeKey, vars),
					finalQuoteNumber: sure,
					warnings: doubts,
					limitCents,
					skipped: { skipped, more },
					page,
				});
				const rest = operation.state === "quoted" ? restButton(t, params.rest) : [];
				return { ...view, buttons: [rest, ...(view.buttons ?? [])] };
			},
			back: ({ from }) => from,
			callbacks: {
				confirm: confirm(false),
				sure: confirm(true),
				requote,
				topup: topUp,
				undo: (ctx, { value }) => undo(ctx, value),
				happened: decide(true),
				not: decide(false),
				reference,
			},
			on: {
				async withdraw({ ctx, personId, params: { operationId } }) {
					const result = await actions.operation.withdraw({ personId, operationId });
					showResult(ctx, result, result.kind === "too_late" ? "operation-note-too-late" : undefined);
				},
				async look({ ctx, personId, params: { operationId } }) {
					const result = await actions.operation.lookAgain({ personId, operationId });
					const looking = result.kind === "operation" && result.looking;
					showResult(ctx, result, looking ? "operation-note-looking" : "operation-note-no-access");
				},
				switch: ({ ctx, value }) => switchAccount(ctx, Number(value)),
				page: ({ ctx, params, value }) => showOperation(ctx, to(routes.operation, { ...params, page: Number(value) })),
				file: ({ ctx, params: { operationId } }) => ctx.show(routes.orderFile, { operationId }, { where: "new" }),
				steps: ({ ctx, params: { operationId } }) => showOperation(ctx, to(timeline, { operationId })),
			},
		}),
		screen(timeline, {
			async load({ personId, params: { operationId } }) {
				const result = await actions.operation.timeline({ personId, operationId });
				return result.kind === "timeline" ? result : null;
			},
			missing,
			view: (t, result) => timelineView(t, result, settings.programsUrl),
			callbacks: { reference },
		}),
		screen(routes.undoList, {
			load,
			missing,
			view: (t, operation, { params: { page = 1 } }) =>
				undoListView(t, { operation, now: operation.readAt, ...settings }, page),
			callbacks: {
				...listCallbacks(routes.undoList),
				reference,
				undo: (ctx, { value }) => undo(ctx, value),
				undo_all: undoAll,
			},
			/** Accepts the name of a domain whose change can be undone, as a tap on its button does. */
			async text({ ctx, personId, params: { operationId } }) {
				if (ctx.intent.is !== "name") return false;
				const { ascii } = ctx.intent;
				const found = await actions.operation.get({ personId, operationId });
				const items = found.kind === "operation" ? found.operation.items : [];
				const isListed = items.some(({ domain, undoable }) => domain === ascii && undoable);
				return isListed ? undo(ctx, ascii) : false;
			},
		}),
		screen(routes.orderFile, { load, missing, view: fileView }),
		screen(routes.operations, {
			load: ({ personId, params: { filter: which, page = 1 } }) =>
				actions.operation.list({ personId, which, offset: (page - 1) * pageSize, limit: pageSize }),
			view: (t, result, { params }) => operationsView(t, result, params),
			callbacks: { ...listCallbacks(routes.operations), reference },
		}),
		screen(routes.operationsFilter, {
			view: operationsFilterView,
			back: ({ filter }) => routeRef(routes.operations, { filter }),
		}),
	];
	return feature(screens, { handlers, claims: { reference: claimReference } });
}

/** Chooses the reply to an outdated *Confirm*: an earlier tap may have confirmed the quote. */
export function alreadyConfirmedMessage({ actions }: Pick<FeatureDeps, "actions">): OutdatedButtonMessage {
	return async ({ screen, person }, verb) => {
		const params = screen?.routeName === routes.operation.name ? routes.operation.parse(screen.params) : null;
		if (!params || screen?.personId !== person.id || (verb !== "confirm" && verb !== "sure")) return undefined;
		const found = await actions.operation.get({ personId: person.id, operationId: params.operationId });
		if (found.kind !== "operation") return undefined;
		const { state, confirmedAt } = found.operation;
		return confirmedAt !== null && state !== "quoted" ? "operation-note-already" : undefined;
	};
}

type Requote = Awaited<ReturnType<FeatureDeps["actions"]["quote"]["again"]>>;

/**
 * Shows a new quote, or says why there is none.
 * - `change`: true if this is a change to domains and not an order. The quote is then a plan without a price.
 * - `isOne`: true if the operation is about one name. The screen then explains the reason in full.
 * - `repeatedTap`: the tap that *Try again* repeats.
 */
function showRequote(
	ctx: BotContext,
	result: Requote,
	{ change, isOne = false, repeatedTap }: { change: boolean; isOne?: boolean; repeatedTap?: RepeatedTap | undefined },
): void {
	switch (result.kind) {
		case "not_found":
		case "bad_nameservers":
		case "unknown_preset":
		case "bad_key":
		case "bad_profile":
		case "bad_years":
			ctx.show(routes.stepEnded, {});
			break;
		default:
			showOperation(ctx, isOne ? quoteDestination(result) : batchQuoteDestination(result, { change }), repeatedTap);
	}
}
