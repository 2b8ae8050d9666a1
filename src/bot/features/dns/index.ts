import { Composer, type MiddlewareFn } from "grammy";
import type { ZoneRecord } from "../../../actions/index.ts";
import { parseSentence } from "../../../rules/sentence.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain, parseDomainArgument } from "../../input/domain-argument.ts";
import { acceptText } from "../../input/screen-input.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { recordDialogue, showPlan } from "./conversation.ts";
import { recordAskView } from "./question-view.ts";
import { recordView, refusalsView, unplannedView, zoneView } from "./view.ts";

/** The DNS records of a domain as a list. Changes become a plan that the person confirms. */
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
				if (ctx.intent.is !== "record") return false;
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
			add: (ctx) => ctx.conversation.enter(dialogue.name, currentDomain(ctx) ?? ""),
		}),
	);
	handlers.use(
		onCallback(routes.record, {
			edit: (ctx, { value }) => ctx.conversation.enter(dialogue.name, currentDomain(ctx) ?? "", value ?? ""),
			delete: (ctx) => remove(ctx),
		}),
	);

	/** Adds a record. A text that is not a record filters the list instead. */
	async function add(ctx: BotContext, domain: string, text: string): Promise<void> {
		const sentence = parseSentence(text);
		if (!sentence) return ctx.show(routes.zone, { domain, search: text.slice(0, 200) });
		const { host: hostname, ...rest } = sentence;
		await showPlan(ctx, dns, domain, [{ edit: "add", record: { hostname, ...rest } }]);
	}

	async function remove(ctx: BotContext): Promise<void> {
		const params = routes.record.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.outdated, {});
		const record: ZoneRecord = params.record;
		await showPlan(ctx, dns, params.domain, [{ edit: "remove", record }]);
	}

	const screens = [
		defineScreen(routes.zone, async ({ params, person, t }) => {
			return zoneView(t, await dns.read({ personId: person.id, domain: params.domain }), params);
		}),
		defineScreen(routes.record, ({ params, t }) => recordView(t, params)),
		defineScreen(routes.recordAsk, ({ params, t }) => recordAskView(t, params)),
		defineScreen(routes.refusedRecords, ({ params, t }) => refusalsView(t, params)),
		defineScreen(routes.unplanned, ({ params, t }) => unplannedView(t, params)),
	];
	return { screens, handlers, conversations: [dialogue], inputs, claims: { record: claimRecord } };
}
