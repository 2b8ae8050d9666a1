import { parseDomain } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import { extractYears, yearsLeft } from "../../../rules/input-words.ts";
import { listNames, nameIn, type RefusedName } from "../../../rules/list.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { acceptDomain, type DomainArgument, parseDomainArgument } from "../../input/domain-argument.ts";
import { nameText } from "../../screens/format.ts";
import { type Html, paragraphs } from "../../screens/html.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { type Shown, screen } from "../../screens/screen.ts";
import { showRenewal } from "../../screens/shared/ask.ts";
import { readCount, rejectedYearsLine, yearsButtons } from "../../screens/shared/years.ts";
import type { T } from "../../screens/texts.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { type Button, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { renewConversation } from "./conversation.ts";

/** If what follows the name is not exactly one number, returns that text. Ignores a repetition of the name. */
function yearsBehind({ domain, rest }: DomainArgument): string {
	const others = rest.filter((word) => {
		const name = parseDomain(nameIn(word));
		return !name.ok || name.ascii !== domain;
	});
	const input = others.join(" ");
	const { counts, rest: words } = extractYears(input);
	const [count = input] = counts;
	return counts.length === 1 && words.trim() === "" ? count : input;
}

/** Handles renewals of one domain, or of several domains that the person names. */
export function createRenew({ actions, now }: FeatureDeps): Feature {
	const conversation = renewConversation(actions);
	const handlers = new Composer<BotContext>();
	const enter = (ctx: BotContext, given: string) => ctx.conversation.enter(conversation.name, given);

	handlers.command("renew", (ctx) => open(ctx, ctx.match));

	async function open(ctx: BotContext, text: string): Promise<void> {
		const { intent } = ctx;
		if (intent.is === "names" && intent.names.length > 1) return await many(ctx, text);
		const named = parseDomainArgument(ctx, "renew", text);
		if (!named) return;
		const years = yearsBehind(named);
		if (years === "") await askYears(ctx, named.domain, named.domain);
		else await renew(ctx, [named.domain], years);
	}
	handlers.use(
		onCallback(routes.operation, {
			async years(ctx, { value }) {
				const operationId = routes.operation.parse(ctx.screen?.params)?.operationId ?? 0;
				const found = await actions.operation.get({ personId: ctx.person.id, operationId });
				// The question about years can only show domains of the active account. The order of another account has a
				// button that switches to it.
				if (found.kind === "operation" && !found.operation.account.active) ctx.redraw();
				else await enter(ctx, value ?? "");
			},
		}),
	);

	async function renew(ctx: BotContext, names: string[], years: string, refused: RefusedName[] = []): Promise<void> {
		const count = readCount(years);
		if (count !== null && (await showRenewal(ctx, actions.quote, { domains: names, refused }, count))) return;
		const [domain = "", ...others] = names;
		await askYears(ctx, others.length > 0 ? null : domain, `${names.join(" ")}\n${years.slice(0, 40)}`);
	}

	/** If the domain is not in the account or cannot be read, shows a screen that says so. */
	async function askYears(ctx: BotContext, domain: string | null, given: string): Promise<void> {
		const card = domain === null ? null : await actions.domain.card({ personId: ctx.person.id, domain });
		if (card === null || card.kind === "domain") return await enter(ctx, given);
		if (card.kind === "trouble") ctx.show(routes.trouble, storeTrouble(card));
		else ctx.show(routes.domain, { domain: card.domain });
	}

	/** Null if they are unknown. */
	async function paidOf(personId: number, domain: string): Promise<{ paid: Paid | null }> {
		const card = domain === "" ? undefined : await actions.domain.card({ personId, domain });
		const expiresAt = card?.kind === "domain" ? card.domain.expiresAt : null;
		return { paid: expiresAt && { until: expiresAt, most: yearsLeft(expiresAt, now()) } };
	}

	/** `/renew one.com two.com 2`: a single number applies to every name; without one, it is one year. Asks if there are several. */
	async function many(ctx: BotContext, text: string): Promise<void> {
		const { counts, rest } = extractYears(text);
		const { names, refused } = listNames(rest, { every: true });
		const domains = names.map((name) => name.ascii);
		await renew(ctx, domains, counts.length === 0 ? "1" : counts.join(", "), refused);
	}

	const load = ({ personId, params: { domain } }: Shown<{ domain: string }>) => paidOf(personId, domain);
	return feature(
		[
			screen(routes.renewYears, {
				load,
				view: (t, { paid }, { params }) => renewYearsView(t, params, paid),
				back: ({ domain, from }) =>
					from ?? (domain === "" ? routeRef(routes.domains, {}) : routeRef(routes.domain, { domain })),
			}),
			screen(routes.rejectedYears, {
				load,
				view: (t, { paid }, { params }) => rejectedYearsView(t, params, paid),
				back: ({ domain }) => routeRef(routes.domain, { domain }),
				on: {
					renew: ({ ctx, value }) => enter(ctx, value),
					years: ({ ctx, params, value }) => renew(ctx, [params.domain], value),
				},
			}),
		],
		{ handlers, conversations: [conversation], inputs: [acceptDomain("renew", open)] },
	);
}

/** `most`: the number of years for which the domain can be renewed. */
interface Paid {
	until: Date;
	most: number;
}

type YearsQuestion = ParamsOf<typeof routes.renewYears>;

function renewYearsView(t: T, question: YearsQuestion, paid: Paid | null): View {
	const { domain, count = 1, rejectedInput } = question;
	const tooLong = isTooLong(rejectedInput, paid);
	const asked =
		domain === ""
			? t.html("renew-many-ask", { count })
			: tooLong
				? t.html("renew-years-of", { name: nameText(domain) })
				: t.html("renew-years-ask", { name: nameText(domain), most: paid?.most ?? 10 });
	const parts = [
		rejectedInput !== undefined && complaint(t, domain, rejectedInput, paid),
		paid?.most === 0 ? null : asked,
		limit(t, paid, tooLong),
	];
	return { text: paragraphs(parts), buttons: fittingYears(t, paid) };
}

/** The number may come from a button: without the domain's limit, the bot may offer too many years. */
function rejectedYearsView(
	t: T,
	{ domain, rejectedInput }: { domain: string; rejectedInput: string },
	paid: Paid | null,
): View {
	const question = paid?.most === 0 ? null : t.html("renew-years-of", { name: nameText(domain) });
	const text = paragraphs([
		complaint(t, domain, rejectedInput, paid),
		question,
		limit(t, paid, isTooLong(rejectedInput, paid)),
	]);
	const years = paid ? fittingYears(t, paid) : [[tap(t("renew-choose"), "renew", { value: domain })]];
	return { text, buttons: years };
}

/** A number may be valid in general but too high for this domain. */
function complaint(t: T, domain: string, rejectedInput: string, paid: Paid | null): Html | null {
	if (paid && isTooLong(rejectedInput, paid)) {
		return t.html("renew-too-long", { name: nameText(domain), date: t.date(paid.until), most: paid.most });
	}
	return paid?.most === 0 ? null : rejectedYearsLine(t, rejectedInput, paid?.most);
}

function isTooLong(rejectedInput: string | undefined, paid: Paid | null): boolean {
	const count = rejectedInput === undefined ? null : readCount(rejectedInput);
	return count !== null && paid !== null && count > paid.most;
}

/**
 * Null if the number is unknown, or is 10 (the usual limit). `isStated`: another line already says it, so it is repeated only
 * if it is 0.
 */
function limit(t: T, paid: Paid | null, isStated: boolean): Html | null {
	if (isStated && paid?.most !== 0) return null;
	return paid && paid.most < 10 ? t.html("renew-most", { most: paid.most }) : null;
}

/** If the limit is unknown, offers up to 10 years. */
function fittingYears(t: T, paid: Paid | null): Button[][] {
	const most = paid?.most ?? 10;
	const rows = yearsButtons(t).map((row) => row.filter((each) => each.kind === "tap" && Number(each.value) <= most));
	return rows.filter((row) => row.length > 0);
}
