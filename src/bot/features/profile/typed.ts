import type { MiddlewareFn } from "grammy";
import type { Actions } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { routes } from "../../routes.ts";
import { editWhitelist, showChange, showSecret } from "./changes.ts";

interface Section {
	/** Whether a text is meant for it; anything else is what it is anywhere. */
	fits(words: readonly string[]): boolean;
	take(ctx: BotContext, words: string[]): Promise<unknown>;
}

/** What is typed while a section stands there: addresses, an address of a receiver, a preset, a profile, a TTL. */
export function readTyped({ profile }: Pick<Actions, "profile">): MiddlewareFn<BotContext> {
	const who = (ctx: BotContext) => ({ personId: ctx.person.id });
	const sections: Record<string, Section> = {
		[routes.profileWhitelist.name]: {
			fits: (words) => words.every((word) => /^[\da-f.:/]+$/i.test(word) && /[\d:]/.test(word)),
			take: (ctx, words) => editWhitelist(ctx, profile, { add: words }, false),
		},
		[routes.profileWebhook.name]: {
			fits: ([url = ""]) => /^https?:\/\//i.test(url),
			async take(ctx, [url = ""]) {
				const result = await profile.setWebhook({ ...who(ctx), to: { url } });
				showSecret(ctx, result, "webhook", routes.profileWebhook);
			},
		},
		[routes.profileDefaults.name]: {
			fits: (words) => words.length === 1 && /^\d{1,10}$/.test(words[0] ?? ""),
			async take(ctx, [ttl = ""]) {
				const result = await profile.setDefaults({ ...who(ctx), defaults: { defaultTtl: Number(ttl) } });
				showChange(ctx, result, routes.profileDefaults);
			},
		},
		[routes.profilePresets.name]: {
			fits: ([key = "", ...servers]) => !key.includes(".") && servers.length > 0,
			async take(ctx, [key = "", ...nameservers]) {
				showChange(ctx, await profile.savePreset({ ...who(ctx), key, nameservers }), routes.profilePresets);
			},
		},
		[routes.profileEdges.name]: {
			fits: ([key = "", ...zones]) => !key.includes(".") && zones.every((zone) => zone.startsWith(".")),
			async take(ctx, [key = "", ...zones]) {
				const wanted = { key, enabled: true, zones: zones.length > 0 ? zones : null };
				showChange(ctx, await profile.saveEdgeProfile({ ...who(ctx), ...wanted }), routes.profileEdges);
			},
		},
	};

	return async (ctx, next) => {
		const text = ctx.message?.text ?? "";
		const section = sections[ctx.screen?.feature ?? ""];
		const words = text.split(/[\s,;]+/).filter((word) => word !== "");
		if (section && words.length > 0 && !text.startsWith("/") && section.fits(words)) await section.take(ctx, words);
		else await next();
	};
}
