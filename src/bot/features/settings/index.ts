import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { ScreenMenu } from "../../input/menu.ts";
import { acceptText } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { languageView, settingsView, zoneCalled, zonesView } from "./view.ts";

/** Handles the settings of language and time zone. */
export function createSettings({ actions, texts, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const menu = settingsMenu();
	handlers.use(menu);
	handlers.command("settings", async (ctx) => {
		if (ctx.match === "") ctx.show(routes.settings, {});
		else await move(ctx, ctx.match.trim());
	});
	handlers.command("language", async (ctx) => {
		const locale = ctx.match.trim().toLowerCase();
		if (texts.locales.includes(locale)) await speak(ctx, locale);
		else ctx.show(routes.language, {});
	});
	// A text with a dot is not accepted as a time zone, because it may be a domain name.
	const readZone = acceptText(routes.zones, async (ctx, given) => {
		const text = given.trim();
		if (!/^\p{L}[\p{L}_ /+-]{1,39}$/u.test(text)) return false;
		const timeZone = zoneCalled(ctx.t, text) ?? text;
		const result = await actions.settings.timeZone({ personId: ctx.person.id, timeZone });
		if (result.kind === "saved") ctx.show(routes.settings, { noticeKey: "settings-zone-saved" });
		else ctx.show(routes.zones, { noticeKey: "settings-zone-unknown" });
		return true;
	});
	handlers.use(onCallback(routes.language, { speak: (ctx, { value }) => speak(ctx, value ?? "") }));
	handlers.use(onCallback(routes.zones, { zone: (ctx, { value }) => move(ctx, value ?? "") }));

	async function speak(ctx: BotContext, locale: string): Promise<void> {
		await actions.settings.language({ personId: ctx.person.id, locale });
		ctx.show(routes.home, { noticeKey: "language-changed" });
	}

	async function move(ctx: BotContext, timeZone: string): Promise<void> {
		const result = await actions.settings.timeZone({ personId: ctx.person.id, timeZone });
		ctx.show(routes.settings, { noticeKey: result.kind === "saved" ? "settings-zone-saved" : "settings-zone-unknown" });
	}

	const screens = [
		defineScreen(routes.settings, async ({ params, person, t }) => {
			const data = { timeZone: person.timeZone, now: now(), noticeKey: params.noticeKey };
			return settingsView(t, data, await menu.keyboard(t));
		}),
		defineScreen(routes.zones, ({ params, t }) => zonesView(t, params.noticeKey)),
		defineScreen(routes.language, ({ t }) => languageView(t, texts)),
	];
	return { screens, handlers, inputs: [readZone] };
}

function settingsMenu(): ScreenMenu {
	const menu = new ScreenMenu("settings");
	const button = (key: string, onTap: (ctx: BotContext) => void) => menu.text(({ t }) => t(key), onTap);
	button("settings-language", (ctx) => ctx.show(routes.language, {}));
	button("settings-zone", (ctx) => ctx.show(routes.zones, {})).row();
	button("settings-spending-limits", (ctx) => ctx.show(routes.spendingLimits, {}));
	button("settings-alerts", (ctx) => ctx.show(routes.alerts, {})).row();
	button("settings-expiry", (ctx) => ctx.show(routes.expiryReminders, {}));
	button("settings-quiet-hours", (ctx) => ctx.show(routes.quietHours, {})).row();
	button("settings-digest", (ctx) => ctx.show(routes.digestSettings, {}));
	button("settings-autos", (ctx) => ctx.show(routes.autoRenewals, {})).row();
	button("settings-privacy", (ctx) => ctx.show(routes.privacy, {})).row();
	return button("button-home", (ctx) => ctx.show(routes.home, {}));
}
