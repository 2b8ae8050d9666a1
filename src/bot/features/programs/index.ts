import { Composer } from "grammy";
import { z } from "zod";
import { readSum } from "../../../rules/sum.ts";
import { parseTags } from "../../../rules/tags.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { goneView } from "../../screens/format.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { confirmDestination, showOperation, showTrouble } from "../../screens/shared/operation.ts";
import { permissions, routes } from "../../screens.ts";
import { onCallback, parseValue } from "../../updates/callbacks.ts";
import { type Draft, newProgramView } from "./new-view.ts";
import { proposalsView } from "./proposals-view.ts";
import { programsView, programView } from "./view.ts";

const quoteOf = z.object({ operationId: z.number(), number: z.number() });
const empty: Draft = {
	name: "",
	allows: ["read", "register", "renew"],
	names: [],
	tag: null,
	dayCents: 3_000,
	orderCents: 3_000,
	days: 30,
	asks: "name",
};
const mostDays = 366;

/**
 * Handles the programs that may propose orders for the person, such as an agent. A program buys nothing: the person
 * pays for each of its proposals, or declines it.
 */
export function createPrograms({ actions, settings }: FeatureDeps): Feature {
	const { program, operation } = actions;
	const handlers = new Composer<BotContext>();
	const who = (ctx: BotContext) => ({ personId: ctx.person.id });
	handlers.command("programs", (ctx) => ctx.show(routes.programs, {}));

	const edit = (ctx: BotContext, change: (draft: Draft) => Partial<Draft>) => {
		const draft = routes.programNew.parse(ctx.screen?.params);
		if (!draft) return ctx.show(routes.stepEnded, {});
		const { asks: _, rejectedInput: __, ...kept } = draft;
		ctx.show(routes.programNew, { ...kept, ...change(draft) });
	};
	handlers.use(
		onCallback(routes.programs, { new: (ctx) => ctx.show(routes.programNew, empty) }),
		onCallback(routes.program, {
			async end(ctx) {
				const params = routes.program.parse(ctx.screen?.params);
				if (params) await program.stop({ ...who(ctx), mandateId: params.mandateId });
				ctx.redraw();
			},
		}),
		onCallback(routes.programNew, {
			ask: (ctx, { value }) => edit(ctx, () => ({ asks: parseValue(asked, JSON.stringify(value)) })),
			set: (ctx, { value }) => edit(ctx, (draft) => answerOf(draft, value ?? "") ?? {}),
			toggle: (ctx, { value }) =>
				edit(ctx, ({ allows }) => ({
					allows: permissions.filter((each) => allows.includes(each) !== (each === value)),
				})),
			create,
		}),
		onCallback(routes.proposals, {
			pay,
			async decline(ctx, { value }) {
				await program.decline({ ...who(ctx), ...shownIn(ctx), proposalId: Number(value) });
				ctx.redraw();
			},
			async refresh(ctx, { value }) {
				const result = await program.refresh({ ...who(ctx), ...shownIn(ctx), proposalId: Number(value) });
				const noticeKey = { quoted: undefined, not_now: "proposals-not-now", gone: "proposals-gone" }[result.kind];
				ctx.show(routes.proposals, { ...shownIn(ctx), noticeKey });
			},
			async end(ctx) {
				await program.stop({ ...who(ctx), ...shownIn(ctx) });
				ctx.show(routes.program, shownIn(ctx));
			},
		}),
	);

	const shownIn = (ctx: BotContext) => ({ mandateId: routes.proposals.parse(ctx.screen?.params)?.mandateId ?? 0 });

	/**
	 * Confirms a proposal's quote, as *Pay* on its own screen does. If more is to decide, such as a second confirmation,
	 * that screen opens.
	 */
	async function pay(ctx: BotContext, { value }: Tap): Promise<void> {
		const quote = parseValue(quoteOf, value);
		if (!quote) return ctx.show(routes.stepEnded, {});
		const result = await operation.confirm({ ...who(ctx), ...quote });
		const found = await program.waiting({ ...who(ctx), ...shownIn(ctx) });
		const stays = result.kind === "confirmed" && (found?.waiting.length ?? 0) > 0;
		if (stays) return ctx.show(routes.proposals, shownIn(ctx));
		const { route, params } = confirmDestination(result, quote.operationId);
		showOperation(ctx, { route, params: { ...params, from: routeRef(routes.proposals, shownIn(ctx)) } });
	}

	async function create(ctx: BotContext): Promise<void> {
		const draft = routes.programNew.parse(ctx.screen?.params);
		if (!draft) return ctx.show(routes.stepEnded, {});
		const { asks: _, rejectedInput: __, ...mandate } = draft;
		const result = await program.create({ ...who(ctx), mandate });
		if (result.kind === "trouble") return showTrouble(ctx, result);
		if (result.kind !== "shown_once") return ctx.show(routes.programs, { noticeKey: `programs-${result.kind}` });
		// The message of the form shows the form's result, so that its button cannot create a second program.
		const replacing = { ...draft, asks: undefined, name: "" };
		ctx.show(routes.secret, { of: "program" }, { where: "new", secret: result.secret, replacing });
	}

	const readAnswer = acceptText(routes.programNew, (ctx, text, draft) => {
		if (draft.asks === undefined) return false;
		const answer = answerOf(draft, text);
		if (answer) edit(ctx, () => answer);
		else if (draft.asks !== "domains" && isOtherInput(ctx)) return false;
		else edit(ctx, () => ({ asks: draft.asks, rejectedInput: quoteInput(text) }));
		return true;
	});

	const screens = [
		defineScreen(routes.programs, async ({ params, person, t }) =>
			programsView(t, await program.list({ personId: person.id }), params),
		),
		defineScreen(routes.program, async ({ params, person, t }) => {
			const found = await program.read({ personId: person.id, mandateId: params.mandateId });
			return found ? programView(t, found) : goneView(t);
		}),
		defineScreen(routes.programNew, ({ params, t }) => newProgramView(t, params)),
		defineScreen(routes.proposals, async ({ params, person, t }) => {
			const found = await program.waiting({ personId: person.id, mandateId: params.mandateId });
			return found ? proposalsView(t, found, { ...params, sandbox: settings.sandbox }) : goneView(t);
		}),
	];
	return { screens, handlers, inputs: [readAnswer] };
}

const asked = z.enum(["name", "domains", "day", "order", "days"]).optional().catch(undefined);

/** Reads the answer to the field that the form asks for. Null if it is not one. */
function answerOf({ asks, dayCents }: ParamsOf<typeof routes.programNew>, text: string): Partial<Draft> | null {
	const sum = readSum(text);
	const cents = sum !== null && sum > 0 && sum <= 10_000_000 ? sum : null;
	const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
	switch (asks) {
		case "name": {
			const name = text.replaceAll(/\s+/g, " ").trim();
			return name !== "" && [...name].length <= 40 ? { name } : null;
		}
		case "domains":
			return readScope(text);
		case "day":
			return cents === null ? null : { dayCents: cents, orderCents: cents };
		case "order":
			return cents === null ? null : { orderCents: Math.min(cents, dayCents) };
		case "days":
			return days >= 1 && days <= mostDays ? { days } : null;
		case undefined:
			return null;
	}
}

/** Reads `.com brand.net` or `#tag`, or an empty text for all domains. */
function readScope(text: string): Pick<Draft, "names" | "tag"> | null {
	if (text.trim() === "") return { names: [], tag: null };
	if (text.trim().startsWith("#")) {
		const tags = parseTags(text);
		return tags.ok && tags.tags.length === 1 ? { names: [], tag: tags.tags[0] ?? null } : null;
	}
	const names = text.split(/[\s,;]+/).filter((each) => each !== "");
	const areNames = names.every((each) => /^\.?[^.\s@/:]+(\.[^.\s@/:]+)*\.?$/.test(each) && each.includes("."));
	return areNames && names.length <= 20 && names.every((each) => each.length <= 253) ? { names, tag: null } : null;
}
