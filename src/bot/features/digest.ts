import { Composer } from "grammy";
import type { Digest, DigestSetting } from "../../actions/index.ts";
import { digestRhythms } from "../../rules/choices.ts";
import { readTime, timeLabel, zoneName } from "../../rules/local-time.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOtherInput, quoteInput } from "../input/screen-input.ts";
import {
	dayLabel,
	inlineNames,
	linkedName,
	linkedReference,
	marked,
	namedEvents,
	noticeText,
} from "../screens/format.ts";
import { html, lines, type Part, paragraphs, shorten } from "../screens/html.ts";
import { routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, linkInNewMessage, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The times of day to offer as buttons, in minutes since midnight. The person can type any other time. */
const offered = [7 * 60, 9 * 60, 18 * 60, 21 * 60];

/** The maximum number of event types that a digest lists, one line each. No known service sends more types. */
const mostKinds = 10;

/**
 * The digest is a daily or weekly message. It lists events, domains that expire soon, orders with an unclear outcome,
 * and spending.
 */
export function createDigest({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("digest", async (ctx) => {
		const [first = "", ...rest] = ctx.match.trim().toLowerCase().split(/\s+/);
		const every = digestRhythms.find((each) => each === first);
		if (first === "") return ctx.show(routes.digestSettings, {});
		const time = every ? rest.join(" ") : ctx.match;
		const at = time === "" ? undefined : readTime(time);
		if (at === null) return ctx.show(routes.digestSettings, { rejectedInput: quoteInput(ctx.match) });
		await save(ctx, { ...(every && { every }), ...(at !== undefined && { at }) });
	});

	/** If the digest is off and the change does not set `every`, turns it on as a daily digest. */
	async function save(ctx: BotContext, change: Partial<DigestSetting>): Promise<void> {
		const { digest } = await actions.settings.read({ personId: ctx.person.id });
		const every = change.every ?? (digest.every === "off" ? "daily" : digest.every);
		await actions.digest.set({ personId: ctx.person.id, ...change, every });
		ctx.show(routes.digestSettings, { noticeKey: "settings-saved" });
	}

	const screens = [
		screen(routes.digest, {
			load: ({ personId, params: { since, until } }) =>
				actions.digest.read({ personId, since: new Date(since), until: new Date(until) }),
			view: digestView,
		}),
		screen(routes.digestSettings, {
			load: ({ personId }) => actions.settings.read({ personId }),
			view: (t, { digest }, { params, person }) =>
				digestSettingsView(t, { ...params, digest, timeZone: person.timeZone, now: now() }),
			back: () => routeRef(routes.notifications, {}),
			on: {
				every: ({ ctx, value }) => save(ctx, { every: digestRhythms.find((each) => each === value) ?? "off" }),
				at: ({ ctx, value }) => save(ctx, { at: Number(value) }),
				day: ({ ctx, value }) => save(ctx, { day: Number(value) }),
			},
			text({ ctx, value }) {
				const at = readTime(value);
				if (at !== null) return save(ctx, { at });
				return !isOtherInput(ctx) && { rejectedInput: quoteInput(value) };
			},
		}),
	];
	return feature(screens, { handlers });
}

function digestView(t: T, { since, until, events, expiring, doubts, spent }: Digest): View {
	const happened = events.slice(0, mostKinds).map(({ type, count, domains }) => {
		const what = namedEvents.has(type) ? t.html(`alerts-${type.replaceAll(".", "-")}`) : html`${shorten(type, 60)}`;
		return lines([html`${what}: ${count}`, inlineNames(domains), moreThan(t, count, domains)], " · ");
	});
	const soon = expiring.first.map(({ domain, expiresAt }) =>
		lines([linkedName(domain), html`${t.date(expiresAt)}`], " · "),
	);
	const orders = doubts.first.map((reference) => linkedReference(reference));
	const sums = spent.map(({ userId, sandbox, cents, names, unknown }) =>
		lines(
			[
				t.html("digest-spent", { money: t.money(cents), count: names, user: String(userId) }),
				unknown > 0 && t.html("digest-spent-unknown", { count: unknown }),
				sandbox && t.html("sandbox-note"),
			],
			" · ",
		),
	);
	const section = (key: string, listed: readonly Part[], count = 0) =>
		listed.length > 0 && lines([t.html(key, { count }), ...listed]);
	const parts = [
		lines([t.html("digest-title"), t.html("digest-period", { since: t.time(since), until: t.time(until) })]),
		section("digest-happened", happened),
		expiring.total > 0 && section("digest-expiring", [...soon, moreThan(t, expiring.total, soon)], expiring.total),
		doubts.total > 0 &&
			section("digest-doubts", [lines(orders, ", "), moreThan(t, doubts.total, orders)], doubts.total),
		section("digest-spending", sums),
	];
	const links = [
		...(expiring.total > 0 ? [linkInNewMessage(t("digest-open-expiring"), routes.domains, { filter: "30" })] : []),
		...(doubts.total > 0 ? [linkInNewMessage(t("home-operations"), routes.operations, { filter: "open" })] : []),
	];
	return {
		text: paragraphs(parts),
		buttons: [links],
		back: linkInNewMessage(t("settings-digest"), routes.digestSettings, {}),
	};
}

function moreThan(t: T, total: number, listed: readonly unknown[]): Part {
	return total > listed.length && listed.length > 0 && t.html("alert-many-more", { count: total - listed.length });
}

interface DigestSettingsData {
	digest: DigestSetting;
	timeZone: string;
	now: Date;
	noticeKey?: string | undefined;
	rejectedInput?: string | undefined;
}

function digestSettingsView(t: T, data: DigestSettingsData): View {
	const { digest, timeZone, now, noticeKey, rejectedInput } = data;
	const { every, at, day } = digest;
	const choices = digestRhythms.map((each) =>
		tap(marked(t(`digest-every-${each}`), each === every), "every", { value: each }),
	);
	const times = offered.map((each) => tap(marked(timeLabel(each), each === at), "at", { value: String(each) }));
	const days = [1, 2, 3, 4, 5, 6, 7].map((each) =>
		tap(each === day ? `•${dayLabel(t, each)}•` : dayLabel(t, each), "day", { value: String(each) }),
	);
	const parts = [
		noticeText(t, noticeKey),
		rejectedInput !== undefined && t.html("digest-bad", { input: rejectedInput }),
		t.html("digest-now", { every, time: timeLabel(at), day: dayLabel(t, day, "long") }),
		t.html("digest-how"),
		t.html("settings-zone-now", { zone: zoneName(timeZone), time: t.clock(now) }),
		every !== "off" && t.html("digest-send"),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			choices,
			...(every === "off" ? [] : [times]),
			...(every === "weekly" ? inRows(days, 4) : []),
			[link(t("settings-zone"), routes.zones, {})],
		],
	};
}
