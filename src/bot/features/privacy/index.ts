import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { routes } from "../../screens.ts";
import { ifLatestScreen, onCallback } from "../../updates/callbacks.ts";
import { forgetView, privacyView } from "./view.ts";

/** Sends a person all of their data as a file, or deletes the data after two confirmations. */
export function createPrivacy({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("privacy", (ctx) => ctx.show(routes.privacy, {}));
	handlers.use(
		onCallback(routes.privacy, { export: sendData }),
		onCallback(routes.forget, { forget: ifLatestScreen(routes.privacy, {}, forget) }),
	);

	/**
	 * Sends the data as a screen, which is stored in the database. So if Telegram rejects the message because of a rate
	 * limit, the bot can send it again later.
	 */
	function sendData(ctx: BotContext): void {
		ctx.show(routes.myData, {}, { where: "new", replacing: { noticeKey: "privacy-exported" } });
	}

	async function forget(ctx: BotContext): Promise<void> {
		if (routes.forget.parse(ctx.screen?.params)?.sure !== true) return ctx.redraw();
		const result = await actions.privacy.forget({ personId: ctx.person.id });
		if (result.kind === "open_operations") return ctx.redraw();
		// The person's rows in the database are gone, so the session must not store anything for them.
		ctx.vanish();
		await ctx.editMessageText(ctx.t.html("privacy-gone").toString(), { parse_mode: "HTML" });
	}

	const screens = [
		defineScreen(routes.privacy, ({ params, t }) => privacyView(t, params.noticeKey)),
		defineScreen(routes.myData, async ({ person, t }) => {
			const bytes = Buffer.from(await actions.privacy.exportData({ personId: person.id }));
			return { text: t.html("privacy-file"), document: { name: "my-data.json", bytes } };
		}),
		defineScreen(routes.forget, async ({ params, person, t }) => {
			const { references } = await actions.privacy.open({ personId: person.id });
			return forgetView(t, { sure: params.sure, references });
		}),
	];
	return { screens, handlers };
}
