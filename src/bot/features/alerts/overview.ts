import type { Actions, AlertTopic } from "../../../actions/index.ts";
import { hoursLabel, timeLabel } from "../../../rules/read-hours.ts";
import { dayLabel, footer } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { differencesOf, isMuted, switchedTypes } from "./mutes.ts";

type Settings = Awaited<ReturnType<Actions["settings"]["read"]>>;

/** Shows the state of everything that the bot sends by itself, one line each. Each line opens its settings. */
export function notificationsView(t: T, settings: Settings, mutes: readonly AlertTopic[]): View {
	const { expiryDays, quietHours, digest } = settings;
	const count = switchedTypes.length;
	const on = switchedTypes.filter((type) => !isMuted(mutes, { topic: "type", type })).length;
	const how = on === 0 ? "none" : on === count ? "all" : "some";
	const days = expiryDays.join(", ");
	const rows: Button[] = [
		link(t("notifications-alerts", { how, on, count }), routes.alerts, {}),
		link(t("notifications-reminders", { days: days === "" ? "none" : days }), routes.expiryReminders, {}),
		link(t("notifications-quiet", { hours: quietHours ? hoursLabel(quietHours) : "none" }), routes.quietHours, {}),
		link(
			t("notifications-digest", { every: digest.every, time: timeLabel(digest.at), day: dayLabel(t, digest.day) }),
			routes.digestSettings,
			{},
		),
		link(t("notifications-differ", { count: differencesOf(mutes).length }), routes.alertDifferences, { page: 1 }),
	];
	return {
		text: paragraphs([t.html("notifications-title"), t.html("notifications-always")]),
		buttons: [...rows.map((row) => [row]), footer(t, link(t("button-back"), routes.settings, {}))],
	};
}
