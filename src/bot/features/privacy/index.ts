import { Composer, InputFile } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { onTaps, unlessLeft } from "../../taps.ts";
import { forgetView, privacyView } from "./view.ts";

/** What is kept of a person: to be taken along as a file, or deleted after two confirms. */
export function createPrivacy({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("privacy", (ctx) => ctx.show(routes.privacy, {}));
	handlers.use(
		onTaps(routes.privacy, { export: sendData }),
		onTaps(routes.forget, { forget: unlessLeft(routes.privacy, {}, forget) }),
	);

	async function sendData(ctx: BotContext): Promise<void> {
		const data = await actions.privacy.exportData({ personId: ctx.person.id });
		await ctx.replyWithDocument(new InputFile(Buffer.from(data), "my-data.json"));
		ctx.show(routes.privacy, { note: "privacy-exported" }, { where: "beneath" });
	}

	async function forget(ctx: BotContext): Promise<void> {
		if (routes.forget.parse(ctx.screen?.params)?.sure !== true) return ctx.redraw();
		const result = await actions.privacy.forget({ personId: ctx.person.id });
		if (result.kind === "open_operations") return ctx.redraw();
		// Nothing is left to draw from: this message is the last of it.
		ctx.vanish();
		await ctx.editMessageText(ctx.t.html("privacy-gone").toString(), { parse_mode: "HTML" });
	}

	const screens = [
		drawn(routes.privacy, ({ params, t }) => privacyView(t, params.note)),
		drawn(routes.forget, async ({ params, person, t }) => {
			const { references } = await actions.privacy.open({ personId: person.id });
			return forgetView(t, { sure: params.sure, references });
		}),
	];
	return { screens, handlers };
}
