import { Composer } from "grammy";
import type { DigestSetting } from "../../../actions/index.ts";
import { digestRhythms } from "../../../rules/choices.ts";
import { readTime } from "../../../rules/read-hours.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/screen.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { digestSettingsView } from "./settings-view.ts";
import { digestView } from "./view.ts";

/**
 * Handles the digest, a daily or weekly message. It lists events, domains that expire soon, orders with an unclear
 * outcome, and spending.
 */
export function createDigest({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("digest", async (ctx) => {
		const [first = "", ...rest] = ctx.match.trim().toLowerCase().split(/\s+/);
		const every = digestRhythms.find((each) => each === first);
		if (first === "") return ctx.show(routes.digestSettings, {});
		const time = every ? rest.join(" ") : ctx.match;
		const at = time === "" ? undefined : readTime(time);
		if (at === null) return ctx.show(routes.digestSettings, { rejectedInput: quoteInput(ctx.match) });
		await save(ctx, { ...(every && { every }), ...(at !== undefined && { at }) });
	});
	handlers.use(
		onCallback(routes.digestSettings, {
			every: (ctx, { value }) => save(ctx, { every: digestRhythms.find((each) => each === value) ?? "off" }),
			at: (ctx, { value }) => save(ctx, { at: Number(value) }),
			day: (ctx, { value }) => save(ctx, { day: Number(value) }),
		}),
	);
	const readText = acceptText(routes.digestSettings, async (ctx, text) => {
		const at = readTime(text);
		if (at !== null) await save(ctx, { at });
		else if (isOtherInput(ctx)) return false;
		else ctx.show(routes.digestSettings, { rejectedInput: quoteInput(text) });
		return true;
	});

	/**
	 * Saves a change to the settings of the digest. If the digest is off and the change does not set `every`, turns it on
	 * as a daily digest.
	 */
	async function save(ctx: BotContext, change: Partial<DigestSetting>): Promise<void> {
		const { digest } = await actions.settings.read({ personId: ctx.person.id });
		const every = change.every ?? (digest.every === "off" ? "daily" : digest.every);
		await actions.digest.set({ personId: ctx.person.id, ...change, every });
		ctx.show(routes.digestSettings, { noticeKey: "settings-saved" });
	}

	const screens = [
		defineScreen(routes.digest, async ({ params, person, t }) => {
			const period = { since: new Date(params.since), until: new Date(params.until) };
			return digestView(t, await actions.digest.read({ personId: person.id, ...period }));
		}),
		defineScreen(routes.digestSettings, async ({ params, person, t }) => {
			const { digest } = await actions.settings.read({ personId: person.id });
			return digestSettingsView(t, { ...params, digest, timeZone: person.timeZone, now: now() });
		}),
	];
	return { screens, handlers, inputs: [readText] };
}
