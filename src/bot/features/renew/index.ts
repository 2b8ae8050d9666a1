import { Composer } from "grammy";
import { recognise } from "../../../rules/recognise.ts";
import { yearsLeft } from "../../../rules/years.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { readNamed } from "../../named.ts";
import { routes } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { onTaps } from "../../taps.ts";
import { readCount } from "../register/years.ts";
import { renewDialogue, showRenewal } from "./conversation.ts";
import { badYearsView, renewNamesView, renewYearsView } from "./view.ts";

/** Renewing one domain or a short list of them. */
export function createRenew({ actions, now }: FeatureDeps): Feature {
	const dialogue = renewDialogue(actions);
	const handlers = new Composer<BotContext>();
	const enter = (ctx: BotContext, domain: string) => ctx.conversation.enter(dialogue.name, domain);

	handlers.command("renew", async (ctx) => {
		const intent = recognise(ctx.match);
		if (intent.is === "names" && intent.names.length > 1) return await many(ctx, intent.names, ctx.match);
		const named = readNamed(ctx);
		if (!named) return;
		const [years] = named.rest;
		if (years === undefined) return await enter(ctx, named.domain);
		const count = readCount(years);
		const fits = count !== null && (await showRenewal(ctx, actions.quote, [named.domain], count));
		if (!fits) ctx.show(routes.badYears, { domain: named.domain, said: years.slice(0, 40) });
	});
	const chooseYears = (ctx: BotContext, { value }: Tap) => enter(ctx, value ?? "");
	handlers.use(onTaps(routes.badYears, { renew: chooseYears }));
	handlers.use(onTaps(routes.operation, { years: chooseYears }));

	async function mostYears(personId: number, domain: string): Promise<number | undefined> {
		const card = domain === "" ? undefined : await actions.domain.card({ personId, domain });
		const expiresAt = card?.kind === "domain" ? card.domain.expiresAt : null;
		return expiresAt === null ? undefined : yearsLeft(expiresAt, now());
	}

	/** `/renew one.com two.com 2`: the last number, if any, is the years of each. */
	async function many(ctx: BotContext, names: readonly { ascii: string }[], text: string): Promise<void> {
		const years = /\s(\d{1,2})\s*$/.exec(text)?.[1] ?? "1";
		const domains = names.map((name) => name.ascii);
		const taken = await showRenewal(ctx, actions.quote, domains, readCount(years) ?? 0);
		if (!taken) ctx.show(routes.badYears, { domain: "", said: years });
	}

	const screens = [
		drawn(routes.renewNames, ({ params, t }) => renewNamesView(t, params.bad !== undefined)),
		drawn(routes.renewYears, async ({ params, person, t }) => {
			return renewYearsView(t, { ...params, most: await mostYears(person.id, params.domain) });
		}),
		drawn(routes.badYears, ({ params, t }) => badYearsView(t, params)),
	];
	return { screens, handlers, dialogues: [dialogue] };
}
