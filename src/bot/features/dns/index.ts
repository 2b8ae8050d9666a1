import { Composer, type MiddlewareFn } from "grammy";
import type { ZoneRecord } from "../../../actions/index.ts";
import { parsePartial } from "../../../rules/partial-record.ts";
import { parseSentence } from "../../../rules/sentence.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain, parseDomainArgument } from "../../input/domain-argument.ts";
import { acceptText } from "../../input/screen-input.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { to } from "../../screens/route.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { showOperation } from "../operation/destination.ts";
import { completed } from "./answer.ts";
import { type Given, recordDialogue, showPlan } from "./conversation.ts";
import { recordAskView } from "./question-view.ts";
import { recordView, refusalsView, unplannedView, zoneView } from "./view.ts";

/**
 * Shows the DNS records of a domain as a list. Every change is first shown as a plan, and takes effect only after the
 * person confirms it.
 */
export function createDns({ actions }: FeatureDeps): Feature {
	const { dns } = actions;
	const dialogue = recordDialogue(actions);
	const handlers = new Composer<BotContext>();

	handlers.command("dns", async (ctx) => {
		const named = parseDomainArgument(ctx, "zone");
		if (!named) return;
		const { domain, rest } = named;
		if (rest.length === 0) ctx.show(routes.zone, { domain, page: 1 });
		else await add(ctx, domain, rest.join(" "));
	});
	const inputs = [routes.zone, routes.record, routes.domain, routes.refusedRecords].map((route) =>
		acceptText<{ domain: string }>(
			route,
			async (ctx, text, { domain }) => {
				if (ctx.intent.is !== "record" && !parsePartial(text)) return false;
				await add(ctx, domain, text);
				return true;
			},
			{ edits: true },
		),
	);
	const claimRecord: MiddlewareFn<BotContext> = async (ctx, next) => {
		const isRecord = ctx.incoming.content === "text" && ctx.intent.is === "record";
		if (!isRecord || ctx.interruptedQuestion?.to === routes.recordAsk.name) await next();
		else ctx.show(routes.unknown, { content: "record" });
	};
	handlers.use(
		onCallback(routes.zone, {
			...listCallbacks(routes.zone),
			add: (ctx) => enter(ctx, {}),
			review(ctx, { value }) {
				showOperation(ctx, to(routes.operation, { operationId: Number(value) }));
			},
		}),
	);
	handlers.use(
		onCallback(routes.record, {
			edit: (ctx, { value }) => enter(ctx, { editing: JSON.parse(value ?? "null") ?? undefined }),
			delete: (ctx) => remove(ctx),
		}),
	);

	handlers.use(
		onCallback(routes.operation, {
			add_record: (ctx, { value }) => enter(ctx, {}, value ?? ""),
			async more_changes(ctx) {
				const { operationId } = routes.operation.parse(ctx.screen?.params) ?? { operationId: 0 };
				const found = await actions.operation.get({ personId: ctx.person.id, operationId });
				const [item] = found.kind === "operation" ? found.operation.items : [];
				if (item) ctx.show(routes.zone, { domain: item.domain, draftId: operationId });
				else ctx.show(routes.outdated, {});
			},
		}),
	);

	/**
	 * Starts the conversation that asks for a record. The change joins the draft of the current screen, if there is one.
	 */
	const enter = (ctx: BotContext, given: Given, domain = currentDomain(ctx) ?? "") =>
		ctx.conversation.enter(dialogue.name, domain, JSON.stringify({ ...given, draftId: currentDraft(ctx) }));

	/**
	 * Plans to add the record that the text describes. Asks for the missing parts if the record is incomplete. If the
	 * text is no record, it filters the list of records.
	 */
	async function add(ctx: BotContext, domain: string, text: string): Promise<void> {
		const sentence = parseSentence(text);
		const partial = sentence ? undefined : parsePartial(text);
		if (partial) {
			const known = completed(partial, domain);
			if (!("record" in known)) return await enter(ctx, { known }, domain);
			return await showPlan(ctx, dns, { domain, draftId: currentDraft(ctx) }, [{ edit: "add", record: known.record }]);
		}
		if (!sentence) return ctx.show(routes.zone, { domain, search: text.slice(0, 200), draftId: currentDraft(ctx) });
		const { host: hostname, ...rest } = sentence;
		const record = { hostname, ...rest };
		await showPlan(ctx, dns, { domain, draftId: currentDraft(ctx) }, [{ edit: "add", record }]);
	}

	async function remove(ctx: BotContext): Promise<void> {
		const params = routes.record.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.outdated, {});
		const record: ZoneRecord = params.record;
		await showPlan(ctx, dns, params, [{ edit: "remove", record }]);
	}

	const screens = [
		defineScreen(routes.zone, async ({ params, person, t }) => {
			const { domain, draftId } = params;
			const draft = draftId === undefined ? null : await dns.draft({ personId: person.id, domain, draftId });
			return zoneView(t, await dns.read({ personId: person.id, domain }), params, draft);
		}),
		defineScreen(routes.record, ({ params, t }) => recordView(t, params)),
		defineScreen(routes.recordAsk, ({ params, t }) => recordAskView(t, params)),
		defineScreen(routes.refusedRecords, ({ params, t }) => refusalsView(t, params)),
		defineScreen(routes.unplanned, ({ params, t }) => unplannedView(t, params)),
	];
	return { screens, handlers, conversations: [dialogue], inputs, claims: { record: claimRecord } };
}

/**
 * Returns the draft of the current screen: the id of the operation whose unconfirmed changes the next change joins.
 * Undefined if there is none.
 */
function currentDraft(ctx: BotContext): number | undefined {
	const { feature, params } = ctx.screen ?? {};
	const route = [routes.zone, routes.record].find(({ name }) => name === feature);
	return route?.parse(params)?.draftId;
}
