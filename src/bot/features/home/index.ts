import { unicodeOf } from "@domains/contract/names.ts";
import { Composer, type MiddlewareFn } from "grammy";
import type { Operation } from "../../../actions/index.ts";
import { readStart } from "../../../rules/start-link.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { currentDomain } from "../../input/domain-argument.ts";
import { isCancelled } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/screen.ts";
import type { T } from "../../screens/texts.ts";
import { routeOf, routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { homeView, quoteLabel, type Resume } from "./view.ts";

function nameOf({ reference, items: [first, ...others] }: Operation): string {
	return first && others.length === 0 ? `${unicodeOf(first.domain)} (${reference})` : reference;
}

/** Handles `/start` and `/cancel`, and renders Home. */
export function createHome({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("start", async (ctx, next) => {
		const link = readStart(ctx.match.trim());
		if (link?.kind === "search") return ctx.show(routes.offer, { name: link.name });
		if (link?.kind === "domain") return ctx.show(routes.domain, { domain: link.name });
		if (link) return await next();
		const resume = interrupted(ctx);
		ctx.show(routes.home, { ...(ctx.person.isNew && { noticeKey: "home-greeting" }), ...(resume && { resume }) });
	});
	handlers.use(onCallback(routes.home, { renew: (ctx, { value }) => ctx.conversation.enter("renew", value ?? "") }));
	// An earlier middleware has already ended the conversation. This handler also cancels the unconfirmed quotes, and
	// says what was cancelled.
	handlers.command("cancel", (ctx) => cancel(ctx));
	const claimCancel: MiddlewareFn<BotContext> = async (ctx, next) => {
		const isCancel = ctx.incoming.content === "text" && isCancelled(ctx.intent);
		await (isCancel ? cancel(ctx) : next());
	};

	async function cancel(ctx: BotContext): Promise<void> {
		const left = await actions.operation.leaveQuotes({ personId: ctx.person.id });
		const abandoned = routeOf(ctx.screen?.routeName ?? "")?.onAbandon(ctx.screen?.params) ?? null;
		const doubt = abandoned?.what && ctx.t(abandoned.what);
		const waits = ctx.storedConversation.data !== null || abandoned !== null;
		const asked = ctx.screen !== null && waits;
		const where = asked ? { where: "beneath" as const } : {};
		const asks = asked ? currentDomain(ctx) : null;
		// If a cancelled quote already names the domain of the cancelled question, do not name the domain twice.
		const isQuoted = left.some(({ items }) => items.some(({ domain }) => domain === asks));
		const open = [doubt, asks === null || isQuoted ? undefined : unicodeOf(asks)].filter((each) => each !== undefined);
		const names = [...open, ...left.map(nameOf)];
		if (names.length > 0) {
			const what = [...new Set(names)].join(", ");
			const goesOn = String(left.some(({ confirmedAt }) => confirmedAt !== null));
			ctx.show(routes.home, { noticeKey: "home-cancelled-what", vars: { what, goesOn } }, where);
		} else ctx.show(routes.home, { noticeKey: asked ? "home-cancelled" : "home-nothing" }, where);
	}

	/** Returns the conversation about a renewal that the person interrupted, if any. */
	function interrupted(ctx: BotContext) {
		const home = ctx.screen?.routeName === routes.home.name ? routes.home.parse(ctx.screen.params) : null;
		if (home?.resume) return home.resume;
		const domain = ctx.storedConversation.data === null ? null : currentDomain(ctx);
		const renews = domain && ctx.screen?.routeName.startsWith("renew_");
		return renews ? ({ verb: "renew", name: unicodeOf(domain), value: domain } as const) : undefined;
	}

	async function openQuote(personId: number, t: T): Promise<Resume | null> {
		const quote = await actions.operation.lastQuote({ personId });
		return quote && { verb: "reference", name: quoteLabel(t, quote), value: quote.reference };
	}

	async function unfinishedList(personId: number, t: T): Promise<Resume | null> {
		const found = await actions.board.unfinished({ personId });
		return found && { verb: "list", name: t("home-list", { count: found.count }), value: String(found.boardId) };
	}

	const home = defineScreen(routes.home, async ({ params, person, t }) => {
		const connection = await actions.connection.current({ personId: person.id });
		const overview = connection && (await actions.account.overview({ personId: person.id }));
		const frozen = connection && (await actions.freeze.read({ personId: person.id, domain: "" }));
		const isFrozen = Boolean(frozen?.freeze);
		const waiting = connection ? [await openQuote(person.id, t), await unfinishedList(person.id, t)] : [];
		const resumes = [params.resume, ...waiting].filter((each) => each != null);
		return homeView(t, {
			connection,
			overview,
			isFrozen,
			...settings,
			...params,
			noticeKey: params.noticeKey,
			resumes,
		});
	});
	return { screens: [home], handlers, claims: { cancel: claimCancel } };
}
