import { Composer } from "grammy";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { footer, noticeText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { defineScreen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { ifLatestScreen, onCallback } from "../updates/callbacks.ts";

/** Sends a person all of their data as a file, or deletes the data after two confirmations. */
export function createPrivacy({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("privacy", (ctx) => ctx.show(routes.privacy, {}));
	handlers.use(
		onCallback(routes.privacy, { export: sendData }),
		onCallback(routes.forget, { forget: ifLatestScreen(routes.privacy, {}, forget) }),
	);

	/**
	 * Sends the data as a screen, which is stored in the database. So if Telegram rejects the message because of a rate
	 * limit, the bot can send it again later.
	 */
	function sendData(ctx: BotContext): void {
		ctx.show(routes.myData, {}, { where: "new", replacing: { noticeKey: "privacy-exported" } });
	}

	async function forget(ctx: BotContext): Promise<void> {
		if (routes.forget.parse(ctx.screen?.params)?.sure !== true) return ctx.redraw();
		const result = await actions.privacy.forget({ personId: ctx.person.id });
		if (result.kind === "open_operations") return ctx.redraw();
		// The person's rows in the database are gone, so the session must not store anything for them.
		ctx.vanish();
		await ctx.editMessageText(ctx.t.html("privacy-gone").toString(), { parse_mode: "HTML" });
	}

	const screens = [
		defineScreen(routes.privacy, ({ params, t }) => privacyView(t, params.noticeKey)),
		defineScreen(routes.myData, async ({ person, t }) => {
			const bytes = Buffer.from(await actions.privacy.exportData({ personId: person.id }));
			return { text: t.html("privacy-file"), document: { name: "my-data.json", bytes } };
		}),
		defineScreen(routes.forget, async ({ params, person, t }) => {
			const { references } = await actions.privacy.open({ personId: person.id });
			return forgetView(t, { sure: params.sure, references });
		}),
	];
	return { screens, handlers };
}

function privacyView(t: T, noticeKey: string | undefined): View {
	const parts = [noticeText(t, noticeKey), t.html("privacy-title"), t.html("privacy-kept"), t.html("privacy-you")];
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("privacy-export"), "export")],
			[link(t("privacy-delete"), routes.forget, { sure: false })],
			footer(t, link(t("button-back"), routes.settings, {})),
		],
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
	const back = link(t("button-back"), routes.privacy, {});
	const cancel = link(t("operation-leave"), routes.privacy, {});
	if (references.length > 0) {
		const shown = references.slice(0, mostShown).join(", ");
		const more = Math.max(0, references.length - mostShown);
		return {
			text: t.html("privacy-open", { references: shown, more }),
			buttons: [[link(t("privacy-see-open"), routes.operations, {})], footer(t, back)],
		};
	}
	if (!sure) {
		return {
			text: t.html("privacy-first"),
			buttons: [[link(t("privacy-go-on"), routes.forget, { sure: true }, "danger")], footer(t, cancel)],
		};
	}
	return {
		text: t.html("privacy-second"),
		buttons: [[tap(t("privacy-delete-all"), "forget", { style: "danger" })], footer(t, cancel)],
	};
}
