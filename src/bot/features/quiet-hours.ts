import { Composer } from "grammy";
import { hoursLabel, type QuietHours, readHours, timeLabel, zoneName } from "../../rules/local-time.ts";
import { pageOf } from "../../rules/pages.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput, quoteInput } from "../input/screen-input.ts";
import { openNotification } from "../notifications.ts";
import type { OutboxRow, Person, Subject } from "../ports.ts";
import { marked, noticeText } from "../screens/format.ts";
import { html, lines, paragraphs, plainText, shorten } from "../screens/html.ts";
import { listCallbacks, pageLabel, pager } from "../screens/list.ts";
import { type Destination, type ParamsOf, routeRef, to } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, linkInNewMessage, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** Quiet hours, and the message that lists the notifications held during them. */
export function createQuietHours({ actions, now }: FeatureDeps, drawScreen: DrawScreen): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("quiet", async (ctx) => {
		const { route, params } = ctx.match.trim() === "" ? to(routes.quietHours, {}) : await save(ctx, ctx.match);
		ctx.show(route, params);
	});

	/** Saves quiet hours such as `22-7`. An empty text, `off`, or the translated label for "none" removes them. */
	async function save({ t, person }: BotContext, text: string): Promise<Destination> {
		const off = ["", "off", t("quiet-hours-none").toLowerCase()].includes(text.trim().toLowerCase());
		const hours = readHours(text);
		if (!off && !hours) return to(routes.quietHours, { rejectedInput: quoteInput(text) });
		await actions.settings.quietHours({ personId: person.id, hours: off ? null : hours });
		return to(routes.quietHours, { noticeKey: "settings-saved" });
	}

	async function lineOf(held: HeldSubject, { person, t }: Reader): Promise<Line | null> {
		const { dedupKey, facts = null, ...subject } = held;
		const destination = await openNotification(actions, { subject, dedupKey, facts, person });
		const view = destination && (await drawScreen(destination, { person, t }));
		if (!view || view.gone) return null;
		const [paragraph = ""] = plainText(view.text).split("\n\n");
		const parts = paragraph.split("\n");
		return { destination, text: parts.join(" · "), label: parts[0] ?? "" };
	}

	return feature(
		[
			screen(routes.quietHours, {
				load: ({ personId }) => actions.settings.read({ personId }),
				view: (t, { quietHours: hours }, { params, person }) =>
					quietHoursView(t, { ...params, hours, timeZone: person.timeZone, now: now() }),
				back: () => routeRef(routes.notifications, {}),
				on: { hours: ({ ctx, value }) => save(ctx, value) },
				text: ({ ctx, value }) => (readHours(value) !== null || !isOtherInput(ctx)) && save(ctx, value),
			}),
			screen(routes.held, {
				async load({ params, person, t }) {
					// The kinds are not checked here. Another version of the bot may have stored kinds of notifications that this
					// version does not know. `lineOf` returns null for them.
					const subjects = params.subjects as HeldSubject[];
					const shown = pageOf(subjects, params.page ?? 1, pageSize);
					const found = await Promise.all(shown.items.map((subject) => lineOf(subject, { person, t })));
					const items = found.filter((line) => line !== null);
					return items.length === 0 && shown.pages === 1 ? null : { ...shown, items };
				},
				view: (t, shown, { params }) => heldView(t, shown, params),
				callbacks: listCallbacks(routes.held),
			}),
		],
		{ handlers },
	);
}

type Reader = { person: Person; t: T };

/** Renders a screen of any feature. Returns null if the screen does not exist, or if its parameters are invalid. */
export type DrawScreen = (destination: Destination, reader: Reader) => Promise<View | null>;

type HeldSubject = Subject & Pick<OutboxRow, "dedupKey"> & { facts?: OutboxRow["facts"] };

interface Line {
	destination: Destination;
	/** The first paragraph of the notification, joined to one line. */
	text: string;
	label: string;
}

const pageSize = 8;

function heldView(t: T, shown: ReturnType<typeof pageOf<Line>>, { more }: ParamsOf<typeof routes.held>): View {
	const start = shown.from;
	const listed = shown.items.map(({ text }, index) => html`${start + index}. ${shorten(text, 160)}`);
	const buttons = shown.items.map(({ destination: { route, params }, label }, index) =>
		linkInNewMessage(`${start + index}. ${shorten(label, 16)}`, route, params),
	);
	const parts = [
		t.html("held-title", { count: shown.pages === 1 ? shown.items.length + more : shown.total + more }),
		pageLabel(t, shown),
		lines([...listed, more > 0 && t.html("alert-many-more", { count: more })]),
	];
	const back = linkInNewMessage(t("settings-quiet-hours"), routes.quietHours, {});
	return { text: paragraphs(parts), buttons: [...inRows(buttons, 2), pager(t, shown)], back };
}

const offered: readonly QuietHours[] = [
	{ from: 22 * 60, until: 7 * 60 },
	{ from: 23 * 60, until: 8 * 60 },
];

interface QuietHoursData {
	hours: QuietHours | null;
	timeZone: string;
	now: Date;
	noticeKey?: string | undefined;
	rejectedInput?: string | undefined;
}

function quietHoursView(t: T, { hours, timeZone, now, noticeKey, rejectedInput }: QuietHoursData): View {
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
		],
	};
}
