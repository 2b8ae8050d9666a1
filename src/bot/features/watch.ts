import { centsOf } from "@domains/contract/money.ts";
import { Composer } from "grammy";
import type { AvailableName, NameWatch, NameWatches, WantedName } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import { readSum } from "../../rules/request.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput, quoteInput } from "../input/screen-input.ts";
import { marked, nameLabel, nameText, noticeText } from "../screens/format.ts";
import { lines, paragraphs } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { type Act, type Next, screen } from "../screens/screen.ts";
import { addWatch } from "../screens/shared/ask.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

const pageSize = 8;
/** The price limits and ceilings to offer as buttons, in cents. */
const limits = [1_000, 2_000, 4_000, 10_000];
/** The highest ceiling of a standing order, in cents. */
const mostCeiling = 1_000_000;

type WatchedPlace = ParamsOf<typeof routes.watchedName>;

/**
 * A watch looks up a taken or expensive name regularly. It notifies the person when the name is available, or costs less
 * than their limit.
 */
export function createWatch({ actions }: FeatureDeps): Feature {
	const { watch, connection } = actions;
	const add = (ctx: BotContext, wanted: WantedName | null) => addWatch(ctx, actions, wanted);
	const read = ({ personId, params: { watchId } }: { personId: number; params: { watchId: number } }) =>
		watch.read({ personId, watchId });
	const gone = (t: T): View => ({ text: t.html("watch-gone"), back: link(t("button-back"), routes.watches, {}) });

	/** An act on the watch of the screen, if it still exists. */
	const onWatch =
		(
			act: (
				found: NonNullable<Awaited<ReturnType<typeof read>>>,
				given: Act<WatchedPlace>,
			) => Promise<Next<WatchedPlace>>,
		) =>
		async (given: Act<WatchedPlace>) => {
			const found = await read(given);
			return found ? await act(found, given) : to(routes.watches, { noticeKey: "watch-gone" });
		};

	const handlers = new Composer<BotContext>();
	handlers.command("watch", async (ctx) => {
		if (ctx.match.trim() === "") return ctx.show(routes.watches, {});
		const wanted = readWatch(ctx.match);
		// If the person already watches this name, a command without a price opens that watch and keeps its price limit.
		await add(ctx, wanted && { ...wanted, keepsExisting: wanted.underCents === null });
	});
	handlers.use(
		onCallback(routes.offer, {
			async watch(ctx, { value }) {
				const [name = "", cents] = (value ?? "").split(" ");
				const underCents = cents === undefined ? null : Number(cents);
				await add(ctx, { name, underCents, keepsExisting: true });
			},
		}),
	);
	const screens = [
		screen(routes.watches, {
			load: ({ personId }) => watch.list({ personId }),
			view: (t, result, { params }) => watchesView(t, result, params),
			callbacks: listCallbacks(routes.watches),
			// A name alone stays a search, because the page says to search for a name first.
			async text({ ctx, value }) {
				const wanted = ctx.intent.is === "name" ? readWatch(value) : null;
				return wanted !== null && wanted.underCents !== null && (await add(ctx, wanted));
			},
		}),
		screen(routes.watchedName, {
			load: read,
			missing: gone,
			view: (t, found, { params }) => watchedView(t, found, params.noticeKey),
			back: () => routeRef(routes.watches, {}),
			on: {
				limit: onWatch(({ domain: name, accountId }, { ctx, value }) =>
					add(ctx, { name, underCents: value === "" ? null : Number(value), accountId }),
				),
				// For another year, with the same limit. The button of a standing order says that it extends the purchase too.
				extend: onWatch(({ domain: name, underCents, accountId }, { ctx }) =>
					add(ctx, { name, underCents, accountId, extendsOrder: true }),
				),
				switch: onWatch(async ({ domain: name }, { personId, value }) => {
					await connection.switchTo({ personId, connectionId: Number(value) });
					return to(routes.offer, { name, watched: true });
				}),
				unwatch: onWatch(async ({ id, domain: name }, { personId }) => {
					await watch.stop({ personId, watchId: id });
					return to(routes.watches, { noticeKey: "watch-stopped", name });
				}),
				async keep_watch({ personId, params: { watchId } }) {
					await watch.setBuy({ personId, watchId, ceilingCents: null });
				},
			},
		}),
		screen(routes.standingOrder, {
			load: read,
			missing: gone,
			view: (t, found, { params }) => standingOrderView(t, found, params),
			back: ({ watchId }) => routeRef(routes.watchedName, { watchId }),
			on: {
				sum: ({ value }) => ({ ceilingCents: Number(value) }),
				async allow({ personId, params: { watchId, ceilingCents = 0 } }) {
					const result = await watch.setBuy({ personId, watchId, ceilingCents });
					if (result.kind !== "saved") return to(routes.watches, { noticeKey: "watch-gone" });
					return to(routes.watchedName, { watchId, noticeKey: "buy-saved" });
				},
			},
			text({ ctx, value }) {
				const sum = readSum(value);
				if (sum !== null && sum > 0 && sum <= mostCeiling) return { ceilingCents: sum };
				return !isOtherInput(ctx) && { ceilingCents: undefined, rejectedInput: quoteInput(value) };
			},
		}),
	];
	return feature(screens, { handlers });
}

/**
 * Parses a text such as "brand.com 40" or "brand.com under $39.50". Returns null for a text of another form.
 * `underCents` is null if the text contains no price.
 */
export function readWatch(text: string): { name: string; underCents: number | null } | null {
	const found = /^(\S+)(?:\s+(?:\p{L}+\s+)?\$?(\d{1,7}(?:[.,]\d{1,2})?)\$?)?$/u.exec(text.trim());
	const [, name, sum] = found ?? [];
	if (name === undefined) return null;
	const underCents = sum === undefined ? null : centsOf(Number(sum.replace(",", ".")));
	return underCents === undefined ? null : { name, underCents };
}

export function watchesView(
	t: T,
	{ watches }: Extract<NameWatches, { kind: "watches" }>,
	{ noticeKey, name, page = 1 }: ParamsOf<typeof routes.watches>,
): View {
	const notice = noticeText(t, noticeKey, name === undefined ? {} : { name: nameText(name) });
	const shown = pageOf(watches, page, pageSize);
	return listView(t, {
		title: paragraphs([notice, t.html("watch-title")]),
		notes: [t.html(shown.total === 0 ? "watch-none" : "watch-every")],
		shown,
		row: (watch) => link(`${signOf(watch)} ${nameLabel(watch.domain)}`, routes.watchedName, { watchId: watch.id }),
	});
}

function signOf({ available, failure }: NameWatch): string {
	if (failure !== null) return "⚠️";
	return available === true ? "✅" : "⏳";
}

export function watchedView(t: T, watch: NameWatch & Pick<AvailableName, "inactive">, noticeKey?: string): View {
	const { id, domain, underCents, failure, endsAt, inactive, buyCents } = watch;
	const limit = (text: string, cents: number | null) =>
		tap(marked(text, cents === underCents), "limit", { value: cents === null ? "" : String(cents) });
	const from = routeRef(routes.watchedName, { watchId: id });
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			t.html("watch-name", { name: nameText(domain) }),
			buyCents !== null
				? t.html("buy-goal", { money: t.money(buyCents) })
				: underCents === null
					? t.html("watch-goal-any")
					: t.html("watch-goal-under", { money: t.money(underCents) }),
			lines([
				nowText(t, watch),
				failure !== null && t.html("watch-failed", { why: failure }),
				endsAt && t.html("watch-ends", { date: t.date(endsAt) }),
			]),
			inactive && t.html("watch-other-account", { user: String(inactive.userId) }),
		]),
		buttons: [
			...inRows(
				limits.map((cents) => limit(t.money(cents), cents)),
				2,
			),
			[limit(t("watch-any-price"), null)],
			[
				buyCents === null
					? link(t("buy-for-me"), routes.standingOrder, { watchId: id })
					: tap(t("buy-off"), "keep_watch"),
			],
			[
				inactive
					? tap(t("watch-switch"), "switch", { value: String(inactive.connectionId) })
					: link(t("watch-offer"), routes.offer, { name: domain, from }),
			],
			[tap(t(buyCents === null ? "watch-extend" : "buy-extend"), "extend"), tap(t("watch-stop"), "unwatch")],
		],
	};
}

/** Asks for the ceiling of a standing order. With a ceiling, says what the bot will do without another question. */
export function standingOrderView(
	t: T,
	watch: NameWatch,
	{ ceilingCents, rejectedInput }: ParamsOf<typeof routes.standingOrder>,
): View {
	const name = nameText(watch.domain);
	if (ceilingCents === undefined) {
		const sums = limits.map((cents) => tap(t.money(cents), "sum", { value: String(cents) }));
		const rejected = rejectedInput !== undefined && t.html("spending-limits-bad", { input: rejectedInput });
		return {
			text: paragraphs([rejected, t.html("buy-ask", { name })]),
			buttons: [...inRows(sums, 2)],
		};
	}
	const money = t.money(ceilingCents);
	return {
		text: paragraphs([
			t.html("buy-confirm", { name, money }),
			watch.endsAt && t.html("watch-ends", { date: t.date(watch.endsAt) }),
			t.html("buy-instead"),
		]),
		buttons: [[tap(t("buy-allow", { money }), "allow", { style: "primary" })]],
	};
}

function nowText(t: T, { available, registerCents, answeredAt }: NameWatch) {
	if (available === null || answeredAt === null) return t.html("watch-now-none");
	const time = t.time(answeredAt);
	if (!available) return t.html("watch-now-taken", { time });
	const money = registerCents === null ? t("price-unknown") : t.money(registerCents);
	return t.html("watch-now-available", { time, money });
}
