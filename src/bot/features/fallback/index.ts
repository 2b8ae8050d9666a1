import { Composer } from "grammy";
import { recognise } from "../../../rules/recognise.ts";
import type { BotContext } from "../../context.ts";
import type { Feature } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { apologyView, outdatedView, unknownView } from "./view.ts";

/** Stands last, so that nothing which a person sends is ever met with silence. */
export function createFallback(): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use((ctx) => {
		if (ctx.tap) return ctx.show(routes.outdated, {});
		const said = kindOf(ctx);
		// A long paste arrives as many messages: one answer is enough for all of them.
		const repeated = ctx.screen?.feature === routes.unknown.name && ctx.screen.params["said"] === said;
		return ctx.show(routes.unknown, { said }, repeated && said === "list" ? { where: "place" } : {});
	});
	const screens = [
		defineScreen(routes.unknown, ({ params, t }) => unknownView(t, params.said)),
		defineScreen(routes.outdated, ({ params, t }) => outdatedView(t, params)),
		defineScreen(routes.apology, ({ params, t }) => apologyView(t, params.reference)),
	];
	return { screens, handlers };
}

function kindOf({ msg }: BotContext): "text" | "command" | "file" | "sticker" | "list" | "zone-file" | "other" {
	if (msg?.sticker) return "sticker";
	if (msg?.document || msg?.photo || msg?.video || msg?.audio) return "file";
	const text = msg?.text;
	if (text === undefined) return "other";
	if (text.startsWith("/")) return "command";
	if (recognise(text).is === "zone_file") return "zone-file";
	return text.includes("\n") ? "list" : "text";
}
