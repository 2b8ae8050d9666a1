import { Composer } from "grammy";
import { readHours } from "../../../rules/read-hours.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { type DrawScreen, heldScreen } from "./held.ts";
import { quietHoursView } from "./view.ts";

/** Handles the setting of quiet hours, and the message that lists the notifications held during them. */
export function createQuietHours({ actions, now }: FeatureDeps, drawScreen: DrawScreen): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("quiet", async (ctx) => {
		if (ctx.match.trim() === "") ctx.show(routes.quietHours, {});
		else await save(ctx, ctx.match);
	});
	handlers.use(onCallback(routes.quietHours, { hours: (ctx, { value }) => save(ctx, value ?? "") }));
	handlers.use(onCallback(routes.held, listCallbacks(routes.held)));
	const readText = acceptText(routes.quietHours, async (ctx, text) => {
		if (readHours(text) === null && isOtherInput(ctx)) return false;
		await save(ctx, text);
		return true;
	});

	/** Saves quiet hours such as `22-7`. An empty text, `off`, or the translated label for "none" removes them. */
	async function save(ctx: BotContext, text: string): Promise<void> {
		const off = ["", "off", ctx.t("quiet-hours-none").toLowerCase()].includes(text.trim().toLowerCase());
		const hours = readHours(text);
		if (!off && !hours) return ctx.show(routes.quietHours, { rejectedInput: quoteInput(text) });
		await actions.settings.quietHours({ personId: ctx.person.id, hours: off ? null : hours });
		ctx.show(routes.quietHours, { noticeKey: "settings-saved" });
	}

	const screens = [
		defineScreen(routes.quietHours, async ({ params, person, t }) => {
			const { quietHours: hours } = await actions.settings.read({ personId: person.id });
			return quietHoursView(t, { ...params, hours, timeZone: person.timeZone, now: now() });
		}),
		heldScreen(actions, drawScreen),
	];
	return { screens, handlers, inputs: [readText] };
}
