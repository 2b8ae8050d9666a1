import type { InlineKeyboardButton } from "grammy/types";
import { zoneName } from "../../../rules/time-zones.ts";
import { footer, noticeText } from "../../screens/format.ts";
import { lines, paragraphs } from "../../screens/html.ts";
import type { T, Texts } from "../../screens/texts.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export interface SettingsData {
	timeZone: string;
	now: Date;
	noticeKey: string | undefined;
}

export function settingsView(
	t: T,
	{ timeZone, now, noticeKey }: SettingsData,
	keyboard: InlineKeyboardButton[][],
): View {
	const parts = [
		noticeText(t, noticeKey),
		t.html("settings-title"),
		lines([
			t.html("settings-language-now", { language: t("language-name") }),
			t.html("settings-zone-now", { zone: zoneName(timeZone), time: t.clock(now) }),
		]),
	];
	return { text: paragraphs(parts), keyboard };
}

/**
 * Shows the name of each language in that language. A person can then find their language even if they cannot read the
 * current one.
 */
export function languageView(t: T, texts: Texts): View {
	const languages = texts.locales.map((locale) => tap(texts(locale)("language-name"), "speak", { value: locale }));
	const back = link(t("button-back"), routes.settings, {});
	return { text: t.html("language-choose"), buttons: [...inRows(languages, 2), footer(t, back)] };
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

/** Returns the end of a time zone's locale key, such as `sao-paulo` for `America/Sao_Paulo`. */
function keyOf(zone: string): string {
	return zone.replace(/^.*\//, "").replaceAll("_", "-").toLowerCase();
}

/** Returns the offered time zone whose button has this label, if any. Ignores case, and treats hyphens as spaces. */
export function zoneCalled(t: T, text: string): string | undefined {
	const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, " ");
	return zones.find((zone) => plain(t(`zone-${keyOf(zone)}`)) === plain(text));
}

export function zonesView(t: T, noticeKey: string | undefined): View {
	const buttons = zones.map((zone) => tap(t(`zone-${keyOf(zone)}`), "zone", { value: zone }));
	const text = paragraphs([noticeText(t, noticeKey), t.html("settings-zones")]);
	return { text, buttons: [...inRows(buttons, 3), footer(t, link(t("button-back"), routes.settings, {}))] };
}
