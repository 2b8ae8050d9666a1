import type { QuietHours } from "../../../rules/local-time.ts";
import { hoursLabel, timeLabel } from "../../../rules/read-hours.ts";
import { zoneName } from "../../../rules/time-zones.ts";
import { footer, marked, noticeText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The quiet hours to offer as buttons. The person can type any other hours. */
const offered: readonly QuietHours[] = [
	{ from: 22 * 60, until: 7 * 60 },
	{ from: 23 * 60, until: 8 * 60 },
];

export interface QuietHoursData {
	hours: QuietHours | null;
	timeZone: string;
	now: Date;
	noticeKey?: string | undefined;
	rejectedInput?: string | undefined;
}

export function quietHoursView(t: T, { hours, timeZone, now, noticeKey, rejectedInput }: QuietHoursData): View {
	const current = hours ? hoursLabel(hours) : "";
	const mark = (text: string, value: string) => marked(text, value === current);
	const choices = offered.map((each) =>
		tap(mark(hoursLabel(each), hoursLabel(each)), "hours", { value: hoursLabel(each) }),
	);
	const parts = [
		noticeText(t, noticeKey),
		rejectedInput !== undefined && t.html("quiet-hours-bad", { input: rejectedInput }),
		hours ? t.html("quiet-hours-on", { hours: current }) : t.html("quiet-hours-off"),
		hours ? t.html("quiet-hours-how", { end: timeLabel(hours.until) }) : t.html("quiet-hours-how-off"),
		t.html("settings-zone-now", { zone: zoneName(timeZone), time: t.clock(now) }),
		t.html("quiet-hours-send"),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			choices,
			[
				tap(hours ? t("quiet-hours-none") : mark(t("digest-every-off"), ""), "hours", { value: "" }),
				link(t("settings-zone"), routes.zones, {}),
			],
			footer(t, link(t("button-back"), routes.notifications, {})),
		],
	};
}
