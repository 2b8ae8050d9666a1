import type { Actions } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { openNotification } from "../../notifications.ts";
import type { OutboxRow, Person, Subject } from "../../ports.ts";
import { defineScreen, type ScreenKind } from "../../screens/define.ts";
import { footer, goneView } from "../../screens/format.ts";
import { html, lines, paragraphs, plainText, shorten } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/list.ts";
import type { Destination, ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, linkInNewMessage, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** Renders a screen of any feature. Returns null if the screen does not exist, or if its parameters are invalid. */
export type DrawScreen = (destination: Destination, reader: { person: Person; t: T }) => Promise<View | null>;

type HeldSubject = Subject & Pick<OutboxRow, "dedupKey"> & { facts?: OutboxRow["facts"] };

interface Line {
	destination: Destination;
	/** The first paragraph of the notification, joined to one line. */
	text: string;
	label: string;
}

const pageSize = 8;

/**
 * Returns the screen for the message after quiet hours. It lists the notifications that were held during these hours
 * and still apply. Each has one line and one button.
 */
export function heldScreen(actions: Actions, drawScreen: DrawScreen): ScreenKind {
	async function lineOf(held: HeldSubject, reader: { person: Person; t: T }): Promise<Line | null> {
		const { dedupKey, facts = null, ...subject } = held;
		const destination = await openNotification(actions, { subject, dedupKey, facts, person: reader.person });
		const view = destination && (await drawScreen(destination, reader));
		if (!view || view.gone) return null;
		const [paragraph = ""] = plainText(view.text).split("\n\n");
		const parts = paragraph.split("\n");
		return { destination, text: parts.join(" · "), label: parts[0] ?? "" };
	}

	return defineScreen(routes.held, async ({ params, person, t }) => {
		// The kinds are not checked here. Another version of the bot may have stored kinds of notifications that this
		// version does not know. `lineOf` returns null for them.
		const subjects = params.subjects as HeldSubject[];
		const shown = pageOf(subjects, params.page ?? 1, pageSize);
		const found = await Promise.all(shown.items.map((subject) => lineOf(subject, { person, t })));
		return heldView(t, { ...shown, items: found.filter((line) => line !== null) }, params);
	});
}

function heldView(t: T, shown: ReturnType<typeof pageOf<Line>>, { more }: ParamsOf<typeof routes.held>): View {
	if (shown.items.length === 0 && shown.pages === 1) return goneView(t);
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
	const settings = linkInNewMessage(t("settings-quiet-hours"), routes.quietHours, {});
	return { text: paragraphs(parts), buttons: [...inRows(buttons, 2), pager(t, shown), footer(t, settings)] };
}
