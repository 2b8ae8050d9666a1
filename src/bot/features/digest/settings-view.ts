import type { DigestSetting } from "../../../actions/index.ts";
import { digestRhythms } from "../../../rules/choices.ts";
import { timeLabel } from "../../../rules/read-hours.ts";
import { zoneName } from "../../../rules/time-zones.ts";
import { dayLabel, footer, marked, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The times of day to offer as buttons, in minutes since midnight. The person can type any other time. */
const offered = [7 * 60, 9 * 60, 18 * 60, 21 * 60];

export interface DigestSettingsData {
	digest: DigestSetting;
	timeZone: string;
	now: Date;
	noticeKey?: string | undefined;
	rejectedInput?: string | undefined;
}

export function digestSettingsView(t: T, data: DigestSettingsData): View {
	const { digest, timeZone, now, noticeKey, rejectedInput } = data;
	const { every, at, day } = digest;
	const rhythms = digestRhythms.map((each) =>
		tap(marked(t(`digest-every-${each}`), each === every), "every", { value: each }),
	);
	const times = offered.map((each) => tap(marked(timeLabel(each), each === at), "at", { value: String(each) }));
	const days = [1, 2, 3, 4, 5, 6, 7].map((each) =>
		tap(each === day ? `•${dayLabel(t, each)}•` : dayLabel(t, each), "day", { value: String(each) }),
	);
	const parts = [
		noticeText(t, noticeKey),
		rejectedInput !== undefined && t.html("digest-bad", { input: rejectedInput }),
		t.html("digest-now", { every, time: timeLabel(at), day: dayLabel(t, day, "long") }),
		t.html("digest-how"),
		t.html("settings-zone-now", { zone: zoneName(timeZone), time: t.clock(now) }),
		every !== "off" && t.html("digest-send"),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			rhythms,
			...(every === "off" ? [] : [times]),
			...(every === "weekly" ? inRows(days, 4) : []),
			[link(t("settings-zone"), routes.zones, {})],
			footer(t, link(t("button-back"), routes.notifications, {})),
		],
	};
}
