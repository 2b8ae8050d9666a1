import { parseSentence } from "@domains/dns/sentence.ts";
import type { MiddlewareFn } from "grammy";
import type { AccountResult } from "../../actions/index.ts";
import type { DomainPage, Request } from "../../rules/intent.ts";
import { listNames } from "../../rules/list.ts";
import { recognise } from "../../rules/recognise.ts";
import { mostDays, mostRenewed, toRenew } from "../../rules/renewals.ts";
import { wordsOfCommand } from "../commands.ts";
import type { BotContext } from "../context.ts";
import { type BotSettings, type Feature, type FeatureDeps, feature } from "../feature.ts";
import { screenForText } from "../input/screen-for-text.ts";
import { noticeText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { addWatch, showPlan, showRenewal, showRenewalOf, showServersPlan } from "../screens/shared/ask.ts";
import { batchQuoteDestination, quoteDestination, showOperation, showTrouble } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { type Button, backTo, tap, url, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

type Of<Wants extends Request["wants"]> = Extract<Request, { wants: Wants }>;

/**
 * Handles sentences such as "renew shop.com for 2 years". Each leads to a quote, a plan, a page or an answer. Nothing is
 * bought or changed without a confirmation.
 */
export function createRequests({ actions, settings, now }: FeatureDeps): Feature {
	const claimRequest: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { intent, incoming } = ctx;
		// An unknown command is often a request, such as `/limits` or `/sell shop.com`.
		const isCommand = incoming.content === "command";
		const asked = isCommand ? recognise(wordsOfCommand(incoming.text)) : intent;
		if (!isCommand && incoming.content !== "text") return await next();
		if (asked.is === "request" && !(isCommand && asked.request.wants === "unread"))
			return await answer(ctx, asked.request);
		if (asked.is !== "misspelt") return await next();
		const found = screenForText(incoming.text, asked);
		const search = found && { to: found.route.name, params: found.params };
		return ctx.show(routes.misspelt, { text: asked.meant, ...(search && { search }) });
	};

	async function answer(ctx: BotContext, request: Request): Promise<unknown> {
		switch (request.wants) {
			case "top_up":
				return ctx.show(routes.topUp, request.cents === null ? {} : { cents: request.cents });
			case "register":
				return await register(ctx, request);
			case "search":
				return request.words === ""
					? await ctx.conversation.enter("search")
					: ctx.show(routes.shortlist, { base: request.words, page: 1 });
			case "renew":
				return await renew(ctx, request);
			case "renew_expiring":
				return await renewExpiring(ctx, request.days ?? mostDays);
			case "expiring":
				return ctx.show(routes.expiring, { days: listedDays(request.days ?? 60) });
			case "spending":
				return ctx.show(routes.spending, { month: monthOf(request, now()) });
			case "portfolio":
				return ctx.show(routes.domains, {
					...(request.extension !== undefined && { search: request.extension }),
					...(request.blocked && { filter: "blocked" as const }),
				});
			case "record":
				return await addRecord(ctx, request);
			case "records": {
				const zone = await zoneOf(ctx, request.at);
				if (!zone) return ctx.show(routes.domain, { domain: request.at });
				const search = request.search || zone.host.replace("@", "");
				return ctx.show(routes.zone, { domain: zone.domain, page: 1, ...(search !== "" && { search }) });
			}
			case "nameservers":
				return await replaceServers(ctx, request);
			case "freeze":
				return ctx.show(routes.freeze, { domain: request.name });
			case "watch":
				return await addWatch(ctx, actions, {
					name: request.name,
					underCents: request.cents,
					keepsExisting: request.cents === null,
				});
			case "watched":
				return await showWatched(ctx, request.name);
			case "template":
				return await showTemplate(ctx, request);
			case "restorePoints":
			case "templates":
			case "tags":
			case "note":
			case "alerts":
				return await showDomainPage(ctx, request);
			case "quietHours":
				return ctx.show(routes.quietHours, {});
			case "language":
				return ctx.show(routes.language, {});
			case "token":
				return ctx.show(routes.profileToken, {});
			case "connect":
				return ctx.show(routes.connect, {});
			case "help":
				return ctx.show(routes.help, { topic: request.about });
			case "prices":
				return ctx.show(routes.prices, { search: request.extension });
			case "card":
				return ctx.show(routes.domain, { domain: request.name });
			case "sale":
			case "backorder":
			case "appraisal":
				return ctx.show(routes.unsupported, {
					wants: request.wants,
					...(request.name !== "" && { name: request.name }),
				});
			case "balance":
				return ctx.show(routes.account, {});
			case "limits": {
				const { which, cents } = request;
				if (which === undefined) return ctx.show(routes.spendingLimits, {});
				return ctx.show(routes.spendingLimit, { which: which === "cap" ? "dayCapCents" : "lowBalanceCents", cents });
			}
			case "auto_renew":
				return ctx.show(routes.autoRenew, { domain: request.name });
			case "withdrawal":
			case "refund":
			case "unread": {
				const base = ctx.intent.is === "request" ? ctx.intent.base : undefined;
				const search = base && routeRef(routes.shortlist, { base: base.ascii, page: 1 });
				return ctx.show(routes.unsupported, { wants: request.wants, ...(search && { search }) });
			}
			case "orders":
			case "undo":
				return ctx.show(routes.operations, {});
			case "cancel":
				return ctx.show(routes.home, { noticeKey: "home-nothing" });
		}
	}

	async function register(ctx: BotContext, { names, years }: Of<"register">): Promise<void> {
		const personId = ctx.person.id;
		const lines = names.map((domain) => ({ domain, years }));
		const [name = "", ...others] = names;
		const result = await actions.quote.register({ personId, lines });
		if (others.length === 0) return showOperation(ctx, quoteDestination(result, { name }));
		// The list asks for the years again.
		if (result.kind === "bad_years") ctx.show(routes.listAsk, { text: names.join("\n") });
		else showOperation(ctx, batchQuoteDestination(result));
	}

	async function renew(ctx: BotContext, { names, years }: Of<"renew">): Promise<void> {
		const personId = ctx.person.id;
		const [domain, ...others] = names;
		if (domain === undefined) return ctx.show(routes.domains, { choose: "renew" });
		const given = names.join(" ");
		if (years === null && others.length === 0) {
			const card = await actions.domain.card({ personId, domain });
			if (card.kind === "domain") return await ctx.conversation.enter("renew", given);
			return card.kind === "trouble" ? showTrouble(ctx, card) : ctx.show(routes.domain, { domain: card.domain });
		}
		const taken = await showRenewal(ctx, actions.quote, { domains: names, refused: [] }, years ?? 1);
		if (!taken) await ctx.conversation.enter("renew", `${given}\n${years ?? 1}`);
	}

	async function renewExpiring(ctx: BotContext, days: number): Promise<void> {
		const found = await actions.renewal.expiring({ personId: ctx.person.id, days, decides: true });
		const domains = found.kind === "expiring" ? toRenew(found.names).map(({ domain }) => domain) : [];
		const fitsOneOrder = domains.length > 0 && domains.length <= mostRenewed;
		if (found.kind === "expiring" && fitsOneOrder) await showRenewalOf(ctx, actions.renewal, found.accountId, domains);
		else ctx.show(routes.expiring, { days: listedDays(days) });
	}

	/** Returns the person's domain that is this name or a parent of it, and the hostname in its zone. */
	async function zoneOf(ctx: BotContext, name: string): Promise<{ domain: string; host: string } | null> {
		const labels = name.split(".");
		const names = labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
		const owned = await actions.domain.owned({ personId: ctx.person.id, names });
		const domain = names.find((each) => owned.includes(each));
		return domain === undefined ? null : { domain, host: name === domain ? "@" : name.slice(0, -domain.length - 1) };
	}

	/** Shows the watch of a name, with its button to stop; or all watched names. */
	async function showWatched(ctx: BotContext, name: string): Promise<void> {
		const found = name === "" ? null : await actions.watch.list({ personId: ctx.person.id });
		const watch = found?.kind === "watches" ? found.watches.find(({ domain }) => domain === name) : undefined;
		if (watch) ctx.show(routes.watchedName, { watchId: watch.id });
		else ctx.show(routes.watches, name === "" ? {} : { noticeKey: "watch-not-watched", name });
	}

	async function showTemplate(ctx: BotContext, { at, key, sets }: Of<"template">): Promise<void> {
		const zone = await zoneOf(ctx, at);
		if (!zone) return ctx.show(routes.domain, { domain: at });
		const { domain } = zone;
		if (key === undefined) ctx.show(routes.dnsTemplates, { domain, ...(sets && { sets }) });
		else ctx.show(routes.dnsTemplate, { domain, template: key });
	}

	/** Without a domain, shows what the page is for and how to find it. */
	async function showDomainPage(ctx: BotContext, { wants, name }: Of<DomainPage>): Promise<void> {
		const zone = name === "" ? null : await zoneOf(ctx, name);
		if (wants === "alerts" && !zone) return ctx.show(routes.notifications, {});
		if (name === "") return ctx.show(routes.help, { topic: wants === "restorePoints" ? "restore" : wants });
		if (!zone) return ctx.show(routes.domain, { domain: name });
		const { domain } = zone;
		switch (wants) {
			case "restorePoints":
				return ctx.show(routes.restorePoints, { domain, page: 1 });
			case "templates":
				return ctx.show(routes.dnsTemplates, { domain });
			case "tags":
				return ctx.show(routes.tags, { domain });
			case "note":
				return ctx.show(routes.note, { domain });
			case "alerts":
				return ctx.show(routes.alerts, { domain });
		}
	}

	/** Plans a record. If it replaces others of its name and type, the same plan removes them. */
	async function addRecord(ctx: BotContext, { at, host: said, record: line, replaces }: Of<"record">): Promise<void> {
		const zone = await zoneOf(ctx, at);
		const sentence = zone && parseSentence(`${said === "@" ? zone.host : said} ${line}`);
		if (!zone || !sentence) return ctx.show(routes.domain, { domain: at });
		const { host: hostname, ...rest } = sentence;
		const { domain } = zone;
		const current = replaces ? await actions.dns.read({ personId: ctx.person.id, domain }) : null;
		const addresses = ["A", "AAAA", "CNAME"];
		const others = current?.kind === "zone" ? current.records : [];
		const replaced = others.filter(
			(each) =>
				each.hostname === hostname &&
				(each.type === rest.type || (addresses.includes(rest.type) && addresses.includes(each.type))),
		);
		await showPlan(ctx, actions.dns, { domain }, [
			...replaced.map((record) => ({ edit: "remove" as const, record })),
			{ edit: "add", record: { hostname, ...rest }, isLine: true },
		]);
	}

	async function replaceServers(ctx: BotContext, { names, servers }: Of<"nameservers">): Promise<void> {
		const [domain, ...others] = names;
		if (domain === undefined) return ctx.show(routes.domains, { choose: "nameservers" });
		if (servers.length === 0 && others.length === 0) return ctx.show(routes.nameservers, { domain });
		const problem =
			servers.length === 0
				? ""
				: await showServersPlan(ctx, actions.nameservers, { domains: names, target: { nameservers: servers } });
		if (problem !== null)
			await ctx.conversation.enter("nameservers", `${names.join(" ")}${problem && `\n${problem}`}`, "");
	}

	const topUp = screen(routes.topUp, {
		load: ({ personId }) => actions.account.read({ personId }),
		view: (t, account, { params }) => topUpView(t, params, account, settings),
		back: () => routeRef(routes.account, {}),
		on: {
			async add({ ctx, personId, value }) {
				const cents = Number(value);
				const buttonId = ctx.screen ? `${ctx.screen.id}.${ctx.screen.keyboardRev}` : undefined;
				const result = await actions.profile.topUp({ personId, buttonId, cents });
				if (result.kind === "changed") return to(routes.account, {});
				const noticeKey = result.kind === "not_owner" ? "quote-top-up-shared" : "trouble-service-down";
				return { cents, noticeKey };
			},
		},
	});
	const misspelt = screen(routes.misspelt, {
		view: (t, { text, search }) => ({
			text: t.html("request-misspelt", { text }),
			buttons: [
				[tap(t("request-misspelt-yes"), "yes", { style: "primary" })],
				search ? [backTo(t("unsupported-search"), search)] : [],
			],
		}),
		on: {
			async yes({ ctx, params: { text } }) {
				const intent = recognise(text);
				if (intent.is === "request") await answer(ctx, intent.request);
				else if (intent.is === "unsupported") {
					const [name] = listNames(text).names;
					ctx.show(routes.unsupported, { wants: intent.wants, ...(name && { name: name.ascii }) });
				}
			},
		},
	});
	return feature([topUp, misspelt], { claims: { request: claimRequest } });
}

function listedDays(days: number): number {
	return Math.min(Math.max(days, 1), mostDays);
}

/** Returns the month of a question such as "in May": the last May, unless the person named a year. Such as `2027-05`. */
function monthOf({ month, ago, year }: Of<"spending">, now: Date): string | undefined {
	if (month === undefined && ago === undefined) return year === undefined ? undefined : String(year);
	const current = now.getUTCMonth() + 1;
	const number = month ?? current - (ago ?? 0);
	const of = year ?? now.getUTCFullYear() - (number > current ? 1 : 0);
	return new Date(Date.UTC(of, number - 1, 1)).toISOString().slice(0, 7);
}

/** What one tap may add to a sandbox account, in cents. The button shows the sum that it adds. */
const bounds = { least: 100, most: 1_000_000 };
/** The sums to offer, in cents, if the person named none. */
const offered = [5_000, 20_000, 50_000];

export function topUpView(
	t: T,
	{ cents: asked, noticeKey }: ParamsOf<typeof routes.topUp>,
	{ account, connection }: Extract<AccountResult, { kind: "account" }>,
	{ serviceName, topUpUrl }: Pick<BotSettings, "serviceName" | "topUpUrl">,
): View {
	const sandbox = connection.account?.sandbox ?? false;
	if (sandbox && !connection.account?.owned)
		return { text: paragraphs([t.html("quote-top-up-shared"), noticeText(t, noticeKey)]) };
	const cents = asked === undefined || !sandbox ? asked : Math.min(Math.max(asked, bounds.least), bounds.most);
	const money = cents === undefined ? "none" : t.money(cents);
	const sums = cents === undefined ? offered : [cents];
	const add = sums.map((sum): Button[] => [
		tap(t("top-up-add", { money: t.money(sum) }), "add", { value: String(sum), style: "primary" }),
	]);
	const elsewhere: Button[][] = topUpUrl === null ? [] : [[url(t("operation-top-up"), topUpUrl)]];
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			account.balanceCents !== null && t.html("account-balance", { money: t.money(account.balanceCents) }),
			sandbox ? t.html("top-up-play", { money }) : t.html("top-up-real", { money, service: serviceName ?? "none" }),
		]),
		buttons: sandbox ? add : elsewhere,
	};
}
