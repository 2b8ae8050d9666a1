import { Composer } from "grammy";
import type { Operation } from "../../../actions/index.ts";
import { parseReference } from "../../../rules/reference.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { to } from "../../screens/route.ts";
import { backTo } from "../../screens/view.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { listView, movedView, noOperationView } from "./list.ts";
import { planDestination } from "./plan-destination.ts";
import {
	batchQuoteDestination,
	confirmDestination,
	operationScreen,
	overCap,
	quoteDestination,
	showOperation,
} from "./quote-destination.ts";
import { nothingToOrderView } from "./skipped-names.ts";
import { operationView } from "./view.ts";

/** Quotes, confirmations, live status and receipts, with `/op` and `/ops`. */
export function createOperation({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const idOf = (ctx: BotContext) => routes.operation.parse(ctx.screen?.params)?.operationId ?? 0;
	const who = (ctx: BotContext) => ({ personId: ctx.person.id, operationId: idOf(ctx) });

	handlers.command("ops", (ctx) => ctx.show(routes.operations, {}));
	handlers.command("op", async (ctx) => {
		if (ctx.match === "") ctx.show(routes.operations, {});
		else {
			const word = ctx.match.split(/\s+/).find((each) => parseReference(each) !== undefined);
			await open(ctx, word ?? ctx.match.trim().slice(0, 32));
		}
	});
	const claimReference = new Composer<BotContext>();
	claimReference.hears(/^#\S{3,8}$/, (ctx) => open(ctx, ctx.msg.text ?? ""));
	const openTapped = (ctx: BotContext, { value }: ButtonPress) => open(ctx, value ?? "");
	const lists = [routes.busy, routes.connected, routes.home, routes.offer, routes.operations, routes.alert];
	handlers.use(onCallback(lists, { reference: openTapped }));
	handlers.use(
		onCallback(routes.operation, {
			async confirm(ctx, { number }) {
				const result = await actions.operation.confirm({ ...who(ctx), number: number ?? 0 });
				showOperation(ctx, confirmDestination(ctx.t, result));
			},
			async sure(ctx, { number }) {
				const result = await actions.operation.confirm({ ...who(ctx), number: number ?? 0, sure: true });
				showOperation(ctx, confirmDestination(ctx.t, result));
			},
			requote,
			async undo(ctx) {
				if (await noLongerConnected(ctx)) return;
				const result = await actions.operation.undo(who(ctx));
				switch (result.kind) {
					case "bad_nameservers":
					case "unknown_preset":
					case "bad_key":
					case "not_found":
						return ctx.show(routes.outdated, {});
					default:
						showOperation(ctx, planDestination(result, ""));
				}
			},
			async withdraw(ctx) {
				const result = await actions.operation.withdraw(who(ctx));
				show(ctx, result, result.kind === "too_late" ? "operation-note-too-late" : undefined);
			},
			async look(ctx) {
				const result = await actions.operation.lookAgain(who(ctx));
				const looking = result.kind === "operation" && result.looking;
				show(ctx, result, looking ? "operation-note-looking" : "operation-note-no-access");
			},
			happened: (ctx, { value }) => decide(ctx, true, value),
			reference: openTapped,
			switch: switchTo,
			page: showPage,
			not: (ctx, { value }) => decide(ctx, false, value),
		}),
	);

	async function decide(ctx: BotContext, happened: boolean, domain: string | null): Promise<void> {
		const verdict = { by: "person", happened, domain: domain ?? undefined } as const;
		show(ctx, await actions.operation.decide({ ...who(ctx), ...verdict }));
	}

	function showPage(ctx: BotContext, { value }: ButtonPress): void {
		const params = routes.operation.parse(ctx.screen?.params);
		if (params) showOperation(ctx, to(routes.operation, { ...params, page: Number(value) }));
		else ctx.show(routes.outdated, {});
	}

	async function requote(ctx: BotContext): Promise<void> {
		if (await noLongerConnected(ctx)) return;
		const operation = await actions.operation.get(who(ctx));
		if (operation.kind === "operation" && operation.operation.items.length > 1) {
			const result = await actions.quote.againMany(who(ctx));
			if (result.kind === "not_found") return ctx.show(routes.outdated, {});
			return showOperation(ctx, batchQuoteDestination(result));
		}
		const result = await actions.quote.again(who(ctx));
		if (result.kind === "not_found" || result.kind === "bad_years") return ctx.show(routes.outdated, {});
		showOperation(ctx, quoteDestination(result, "domain" in result ? result.domain : ""));
	}

	/** An order can only continue in its own account. */
	async function noLongerConnected(ctx: BotContext): Promise<boolean> {
		const found = await actions.operation.get(who(ctx));
		if (found.kind !== "operation" || found.operation.account.connectionId !== null) return false;
		showOperation(ctx, operationScreen(found.operation, "operation-note-left-account"));
		return true;
	}

	/** Switches to the account of the operation and shows the operation there. */
	async function switchTo(ctx: BotContext, { value }: ButtonPress): Promise<void> {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId: Number(value) });
		const found = await actions.operation.get(who(ctx));
		if (found.kind === "not_found") return ctx.show(routes.outdated, {});
		const user = String(found.operation.account.userId);
		const noticeKey = found.operation.account.active ? "operation-note-switched" : undefined;
		showOperation(ctx, operationScreen(found.operation, noticeKey, { user }));
	}

	function show(ctx: BotContext, result: { kind: string; operation?: Operation }, noticeKey?: string): void {
		if (result.operation) showOperation(ctx, operationScreen(result.operation, noticeKey));
		else ctx.show(routes.outdated, {});
	}

	async function open(ctx: BotContext, reference: string): Promise<void> {
		const result = await actions.operation.read({ personId: ctx.person.id, reference });
		if (result.kind === "not_found") ctx.show(routes.noOperation, { reference });
		else showOperation(ctx, operationScreen(result.operation));
	}

	const screens = [
		defineScreen(routes.nothingToOrder, ({ params, t }) => nothingToOrderView(t, params)),
		defineScreen(routes.noOperation, ({ params, t }) => noOperationView(t, params.reference)),
		defineScreen(routes.operation, async ({ params, person, subject, t }) => {
			const { operationId, noticeState, vars, sure, doubts, skipped = [], more = 0, from, page } = params;
			const result = await actions.operation.get({ personId: person.id, operationId });
			if (result.kind === "not_found") return noOperationView(t, String(operationId));
			const { operation } = result;
			if (subject === null) return movedView(t, operation);
			const noticeKey = noticeState === operation.state ? params.noticeKey : undefined;
			const word = noticeKey === undefined ? null : t.html(noticeKey, vars);
			const guarded = noticeKey === overCap;
			const asked = {
				now: operation.readAt,
				...settings,
				notice: word,
				guarded,
				sure,
				doubts,
				skipped: { skipped, more },
			};
			const back = from && backTo(t("button-back"), from);
			return operationView(t, { operation, ...asked, back, page });
		}),
		defineScreen(routes.operations, async ({ params, person, t }) => {
			return listView(t, await actions.operation.list({ personId: person.id, limit: 8, ...params }), params);
		}),
	];
	return { screens, handlers, claims: { reference: claimReference } };
}
