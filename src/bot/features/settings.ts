import { Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { zoneName } from "../../rules/local-time.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { ScreenMenu } from "../input/menu.ts";
import { noticeText } from "../screens/format.ts";
import { lines, paragraphs } from "../screens/html.ts";
import { routeRef, to } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T, Texts } from "../screens/texts.ts";
import { inRows, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

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
	async function speak(ctx: BotContext, locale: string): Promise<void> {
		await actions.settings.language({ personId: ctx.person.id, locale });
		ctx.show(routes.home, { noticeKey: "language-changed" });
	}

	async function move(ctx: BotContext, timeZone: string): Promise<void> {
		const result = await actions.settings.timeZone({ personId: ctx.person.id, timeZone });
		ctx.show(routes.settings, { noticeKey: result.kind === "saved" ? "settings-zone-saved" : "settings-zone-unknown" });
	}

	return feature(
		[
			screen(routes.settings, {
				view: async (t, { noticeKey }, { person: { timeZone } }) =>
					settingsView(t, { timeZone, now: now(), noticeKey }, await menu.keyboard(t)),
			}),
			screen(routes.zones, {
				view: (t, { noticeKey }) => zonesView(t, noticeKey),
				back: () => routeRef(routes.settings, {}),
				on: { zone: ({ ctx, value }) => move(ctx, value) },
				async text({ ctx, personId, value }) {
					const text = value.trim();
					// A text with a dot may be a domain name.
					if (ctx.intent.is === "request" || ctx.intent.is === "misspelt" || !/^\p{L}[\p{L}_ /+-]{1,39}$/u.test(text))
						return false;
					const timeZone = zoneCalled(ctx.t, text) ?? text;
					const result = await actions.settings.timeZone({ personId, timeZone });
					if (result.kind === "saved") return to(routes.settings, { noticeKey: "settings-zone-saved" });
					return { noticeKey: "settings-zone-unknown" };
				},
			}),
			screen(routes.language, {
				view: (t) => languageView(t, texts),
				back: () => routeRef(routes.settings, {}),
				on: { speak: ({ ctx, value }) => speak(ctx, value) },
				/** The name of a language, in that language, or its two letters. */
				text({ ctx, value }) {
					const text = value.trim().toLowerCase();
					const names = (locale: string) => [locale, texts(locale)("language-name").toLowerCase()];
					const chosen = texts.locales.find((locale) => names(locale).includes(text));
					return chosen !== undefined && speak(ctx, chosen);
				},
			}),
		],
		{ handlers },
	);
}

function settingsMenu(): ScreenMenu {
	const menu = new ScreenMenu("settings");
	const button = (key: string, onTap: (ctx: BotContext) => void) => menu.text(({ t }) => t(key), onTap);
	button("settings-notifications", (ctx) => ctx.show(routes.notifications, {}));
	button("settings-language", (ctx) => ctx.show(routes.language, {})).row();
	button("settings-zone", (ctx) => ctx.show(routes.zones, {}));
	button("settings-privacy", (ctx) => ctx.show(routes.privacy, {})).row();
	return button("button-home", (ctx) => ctx.show(routes.home, {}));
}

interface SettingsData {
	timeZone: string;
	now: Date;
	noticeKey: string | undefined;
}

function settingsView(t: T, { timeZone, now, noticeKey }: SettingsData, keyboard: InlineKeyboardButton[][]): View {
	const parts = [
		noticeText(t, noticeKey),
		t.html("settings-title"),
		lines([
			t.html("settings-language-now", { language: t("language-name") }),
			t.html("settings-zone-now", { zone: zoneName(timeZone), time: t.clock(now) }),
		]),
	];
	// The menu has *Home* itself.
	return { text: paragraphs(parts), keyboard, closed: true };
}

/** In that language: a person may be unable to read the current one. */
function languageView(t: T, texts: Texts): View {
	const languages = texts.locales.map((locale) => tap(texts(locale)("language-name"), "speak", { value: locale }));
	return { text: t.html("language-choose"), buttons: inRows(languages, 2) };
}

/** The time zones to offer as buttons, from west to east. The person can type any other zone. */
const zones = [
	"America/Los_Angeles",
	"America/New_York",
	"America/Sao_Paulo",
	"UTC",
	"Europe/London",
	"Europe/Berlin",
	"Europe/Kyiv",
	"Europe/Istanbul",
	"Europe/Moscow",
	"Asia/Dubai",
	"Asia/Kolkata",
	"Asia/Shanghai",
];

/** `sao-paulo` for `America/Sao_Paulo`. */
function keyOf(zone: string): string {
	return zone.replace(/^.*\//, "").replaceAll("_", "-").toLowerCase();
}

/** Ignores case, and treats hyphens as spaces. */
function zoneCalled(t: T, text: string): string | undefined {
	const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, " ");
	return zones.find((zone) => plain(t(`zone-${keyOf(zone)}`)) === plain(text));
}

function zonesView(t: T, noticeKey: string | undefined): View {
	const buttons = zones.map((zone) => tap(t(`zone-${keyOf(zone)}`), "zone", { value: zone }));
	const text = paragraphs([noticeText(t, noticeKey), t.html("settings-zones")]);
	return { text, buttons: inRows(buttons, 3) };
}
