import { parseDomain } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import { extractYears, yearsLeft } from "../../../rules/input-words.ts";
import { listNames, nameIn, type RefusedName } from "../../../rules/list.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptDomain, currentDomain, type DomainArgument, parseDomainArgument } from "../../input/domain-argument.ts";
import { footer, nameText } from "../../screens/format.ts";
import { type Html, paragraphs } from "../../screens/html.ts";
import { type ParamsOf, to } from "../../screens/route.ts";
import { defineScreen } from "../../screens/screen.ts";
import { showRenewal } from "../../screens/shared/ask.ts";
import { readCount, rejectedYearsLine, yearsButtons } from "../../screens/shared/years.ts";
import type { T } from "../../screens/texts.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { renewConversation } from "./conversation.ts";

/**
 * Returns the number of years that follows the name in `/renew`. If the text after the name is not exactly one number,
 * returns that text. Ignores a repetition of the name.
 */
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
	const chooseYears = (ctx: BotContext, { value }: Tap) => enter(ctx, value ?? "");
	handlers.use(
		onCallback(routes.rejectedYears, {
			renew: chooseYears,
			years: (ctx, { value }) => renew(ctx, [currentDomain(ctx) ?? ""], value ?? ""),
		}),
	);
	handlers.use(
		onCallback(routes.operation, {
			async years(ctx, tap) {
				const operationId = routes.operation.parse(ctx.screen?.params)?.operationId ?? 0;
				const found = await actions.operation.get({ personId: ctx.person.id, operationId });
				// The question about years can only show domains of the active account. If the order belongs to another
				// account, render the order again instead. It has a button that switches the account.
				if (found.kind === "operation" && !found.operation.account.active) ctx.redraw();
				else await chooseYears(ctx, tap);
			},
		}),
	);

	async function renew(ctx: BotContext, names: string[], years: string, refused: RefusedName[] = []): Promise<void> {
		const count = readCount(years);
		if (count !== null && (await showRenewal(ctx, actions.quote, { domains: names, refused }, count))) return;
		const [domain = "", ...others] = names;
		await askYears(ctx, others.length > 0 ? null : domain, `${names.join(" ")}\n${years.slice(0, 40)}`);
	}

	/**
	 * Asks for the years of a renewal. If the domain is not in the account or cannot be read, shows a screen that says
	 * so.
	 */
	async function askYears(ctx: BotContext, domain: string | null, given: string): Promise<void> {
		const card = domain === null ? null : await actions.domain.card({ personId: ctx.person.id, domain });
		if (card === null || card.kind === "domain") return await enter(ctx, given);
		const { route, params } =
			card.kind === "trouble" ? to(routes.trouble, storeTrouble(card)) : to(routes.domain, { domain: card.domain });
		ctx.show(route, params);
	}

	/**
	 * Returns the date until which the domain is paid, and the maximum number of years for which it can be renewed.
	 * Returns null if they are unknown.
	 */
	async function paidOf(personId: number, domain: string): Promise<Paid | null> {
		const card = domain === "" ? undefined : await actions.domain.card({ personId, domain });
		const expiresAt = card?.kind === "domain" ? card.domain.expiresAt : null;
		return expiresAt && { until: expiresAt, most: yearsLeft(expiresAt, now()) };
	}

	/**
	 * Handles a command such as `/renew one.com two.com 2`. A single number of years applies to every name. Without a
	 * number, every name is renewed for one year. If there are several numbers, asks which one to use.
	 */
	async function many(ctx: BotContext, text: string): Promise<void> {
		const { counts, rest } = extractYears(text);
		const { names, refused } = listNames(rest, { every: true });
		const domains = names.map((name) => name.ascii);
		await renew(ctx, domains, counts.length === 0 ? "1" : counts.join(", "), refused);
	}

	const screens = [
		defineScreen(routes.renewYears, async ({ params, person, t }) => {
			return renewYearsView(t, params, await paidOf(person.id, params.domain));
		}),
		defineScreen(routes.rejectedYears, async ({ params, person, t }) => {
			return rejectedYearsView(t, params, await paidOf(person.id, params.domain));
		}),
	];
	return { screens, handlers, conversations: [conversation], inputs: [acceptDomain("renew", open)] };
}

/** The date until which a domain is paid, and the maximum number of years for which it can be renewed. */
interface Paid {
	until: Date;
	most: number;
}

type YearsQuestion = ParamsOf<typeof routes.renewYears>;

function renewYearsView(t: T, question: YearsQuestion, paid: Paid | null): View {
	const { domain, count = 1, from, rejectedInput } = question;
	const start =
		domain === "" ? link(t("button-back"), routes.domains, {}) : link(t("button-back"), routes.domain, { domain });
	const back = from ? backTo(t("button-back"), from) : start;
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
	return { text: paragraphs(parts), buttons: [...fittingYears(t, paid), footer(t, back)] };
}

/**
 * Says that a domain cannot be renewed for the number of years in `rejectedInput`. The number may be typed or come from
 * a button. If the bot does not know the domain's limit, its buttons may offer too many years.
 */
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
	const back = link(t("button-back"), routes.domain, { domain });
	const years = paid ? fittingYears(t, paid) : [[tap(t("renew-choose"), "renew", { value: domain })]];
	return { text, buttons: [...years, footer(t, back)] };
}

/**
 * Says why the answer was refused. For example, the number of years may be valid in general but too high for this
 * domain.
 */
function complaint(t: T, domain: string, rejectedInput: string, paid: Paid | null): Html | null {
	if (paid && isTooLong(rejectedInput, paid)) {
		return t.html("renew-too-long", { name: nameText(domain), date: t.date(paid.until), most: paid.most });
	}
	return paid?.most === 0 ? null : rejectedYearsLine(t, rejectedInput, paid?.most);
}

/** True if the answer is a number of years that is too high for this domain. */
function isTooLong(rejectedInput: string | undefined, paid: Paid | null): boolean {
	const count = rejectedInput === undefined ? null : readCount(rejectedInput);
	return count !== null && paid !== null && count > paid.most;
}

/**
 * Says for how many years the domain can still be renewed. Null if this number is unknown, or is 10 (the usual limit).
 * `isStated`: true if another line already says the number. In that case, the number is repeated only if it is 0.
 */
function limit(t: T, paid: Paid | null, isStated: boolean): Html | null {
	if (isStated && paid?.most !== 0) return null;
	return paid && paid.most < 10 ? t.html("renew-most", { most: paid.most }) : null;
}

/**
 * Returns buttons for the numbers of years for which the domain can still be renewed. If the limit is unknown, offers
 * up to 10 years.
 */
function fittingYears(t: T, paid: Paid | null): Button[][] {
	const most = paid?.most ?? 10;
	const rows = yearsButtons(t).map((row) => row.filter((each) => each.kind === "tap" && Number(each.value) <= most));
	return rows.filter((row) => row.length > 0);
}
