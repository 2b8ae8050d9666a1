import { Composer } from "grammy";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { noticeText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { ifLatestScreen } from "../updates/callbacks.ts";

/** Sends a person all of their data as a file, or deletes the data after two confirmations. */
export function createPrivacy({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("privacy", (ctx) => ctx.show(routes.privacy, {}));
	async function forget(ctx: BotContext): Promise<void> {
		if (routes.forget.parse(ctx.screen?.params)?.sure !== true) return ctx.redraw();
		const result = await actions.privacy.forget({ personId: ctx.person.id });
		if (result.kind === "open_operations") return ctx.redraw();
		// The person's rows in the database are gone, so the session must not store anything for them.
		ctx.vanish();
		await ctx.editMessageText(ctx.t.html("privacy-gone").toString(), { parse_mode: "HTML" });
	}

	return feature(
		[
			screen(routes.privacy, {
				view: (t, { noticeKey }) => privacyView(t, noticeKey),
				back: () => routeRef(routes.settings, {}),
				on: {
					// The file is a stored screen: if Telegram rejects the message, the bot sends it again later.
					export({ ctx }) {
						ctx.show(routes.myData, {}, { where: "new", replacing: { noticeKey: "privacy-exported" } });
					},
				},
			}),
			screen(routes.myData, {
				load: async ({ personId }) => Buffer.from(await actions.privacy.exportData({ personId })),
				view: (t, bytes) => ({ text: t.html("privacy-file"), document: { name: "my-data.json", bytes } }),
			}),
			screen(routes.forget, {
				load: ({ personId }) => actions.privacy.open({ personId }),
				view: (t, { references }, { params: { sure } }) => forgetView(t, { sure, references }),
				back: () => routeRef(routes.privacy, {}),
				callbacks: { forget: ifLatestScreen(routes.privacy, {}, forget) },
			}),
		],
		{ handlers },
	);
}

function privacyView(t: T, noticeKey: string | undefined): View {
	const parts = [noticeText(t, noticeKey), t.html("privacy-title"), t.html("privacy-kept"), t.html("privacy-you")];
	return {
		text: paragraphs(parts),
		buttons: [[tap(t("privacy-export"), "export")], [link(t("privacy-delete"), routes.forget, { sure: false })]],
	};
}

interface Forgetting {
	/** True if the screen asks for the second confirmation of the deletion. */
	sure: boolean;
	/** The references of confirmed orders that are not finished. While there are any, the data cannot be deleted. */
	references: readonly string[];
}

const mostShown = 10;

function forgetView(t: T, { sure, references }: Forgetting): View {
	const back = link(t("operation-leave"), routes.privacy, {});
	if (references.length > 0) {
		const shown = references.slice(0, mostShown).join(", ");
		const more = Math.max(0, references.length - mostShown);
		return {
			text: t.html("privacy-open", { references: shown, more }),
			buttons: [[link(t("privacy-see-open"), routes.operations, {})]],
		};
	}
	if (!sure) {
		return {
			text: t.html("privacy-first"),
			buttons: [[link(t("privacy-go-on"), routes.forget, { sure: true }, "danger")]],
			back,
		};
	}
	return {
		text: t.html("privacy-second"),
		buttons: [[tap(t("privacy-delete-all"), "forget", { style: "danger" })]],
		back,
	};
}
