import { Composer } from "grammy";
import { drawBars } from "../../../charts/index.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { chartOf, fileView, pictureView, spendingView } from "./view.ts";

/** Shows what the active account spent in each month, as text, as a file and as a chart. */
export function createSpending({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("spending", (ctx) => ctx.show(routes.spending, {}));
	handlers.use(
		onCallback(routes.spending, {
			file: (ctx) => ctx.show(routes.spendingFile, {}, { where: "new" }),
			picture: (ctx) => ctx.show(routes.spendingPicture, {}, { where: "new" }),
		}),
	);
	const read = (personId: number) => actions.operation.spending({ personId });
	const screens = [
		defineScreen(routes.spending, async ({ params, person, t }) =>
			spendingView(t, await read(person.id), params.month),
		),
		defineScreen(routes.spendingFile, async ({ person, t }) => {
			const result = await read(person.id);
			return result.kind === "trouble" ? troubleView(t, result) : fileView(t, result);
		}),
		defineScreen(routes.spendingPicture, async ({ person, t }) => {
			const result = await read(person.id);
			if (result.kind === "trouble") return troubleView(t, result);
			return pictureView(t, await drawBars(chartOf(t, result)));
		}),
	];
	return { screens, handlers };
}
