import { parseDomain } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import type { Actions, AlertTopic, Facets } from "../../../actions/index.ts";
import { hoursLabel, timeLabel } from "../../../rules/local-time.ts";
import { pageOf } from "../../../rules/pages.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { parseDomainArgument } from "../../input/domain-argument.ts";
import { quoteInput } from "../../input/screen-input.ts";
import { alertTypes, dayLabel, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, paragraphs, shorten } from "../../screens/html.ts";
import { listCallbacks, listView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { type Act, screen } from "../../screens/screen.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { alertGroupView, operatorAlertView } from "./view.ts";

/** The types of alerts that have a switch: events of the service, and those that the bot detects itself. */
const switchedTypes: readonly string[] = [...alertTypes, "price.changed"];
const pageSize = 10;
const longestLabel = 24;

/** The alerts about events that the service reports, and the screen on which a person mutes them. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("notifications", (ctx) => ctx.show(routes.notifications, {}));
	handlers.command("alerts", async (ctx) => {
		const text = ctx.match.trim();
		if (text === "") return ctx.show(routes.alerts, {});
		const personId = ctx.person.id;
		const tag = await actions.alert.knownTag({ personId, text });
		if (tag !== null && !parseDomain(text).ok) return choose(ctx, { topic: "tag", tag });
		// The argument is a domain or a label. A label (`client_ref`) is a text that the account gave to domains elsewhere.
		// It may contain spaces, and may look like a domain. If the person has both a domain and a label with this text, the
		// argument means the domain.
		const label = await actions.alert.label({ personId, text });
		if (label !== null && !parseDomain(text).ok) return choose(ctx, { topic: "label", label });
		// A text without a dot is not a domain. No domain of the person has it as a label either.
		if (label === null && !/[.。．]/u.test(text)) return unknownTag(ctx, text);
		const named = parseDomainArgument(ctx);
		if (!named) return;
		if (named.rest.length > 0) return ctx.show(routes.alerts, { noticeKey: "alerts-one" });
		const topic = { topic: "domain", domain: named.domain } as const;
		const isNotified = !isMuted(await actions.alert.mutes({ personId }), topic);
		// If the domain is muted, show its switches without asking the service. Otherwise, ask the service whether the
		// domain belongs to the person. If the service does not answer, assume that it does.
		const card = isNotified ? await actions.domain.card({ personId, domain: named.domain }) : null;
		if (card?.kind !== "not_yours") await choose(ctx, topic);
		else if (label !== null) await choose(ctx, { topic: "label", label });
		else ctx.show(routes.domain, { domain: named.domain });
	});

	function unknownTag(ctx: BotContext, text: string): void {
		ctx.show(routes.alerts, { noticeKey: "alerts-no-tag", topic: { topic: "label", value: quoteInput(text) } });
	}

	/** Changes no switch, because the person may only want to see the state. */
	async function choose(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const { topic: _, ...about } = topic;
		ctx.show(routes.alerts, { ...(await stateOf(ctx, topic)), ...about });
	}

	const toggle =
		(topicOf: (value: string) => AlertTopic) =>
		async ({ ctx, personId, value }: Act<unknown>) => {
			const topic = topicOf(value);
			const isOff = isMuted(await actions.alert.mutes({ personId }), topic);
			await (isOff ? actions.alert.unmute({ personId, ...topic }) : actions.alert.mute({ personId, ...topic }));
			return await stateOf(ctx, topic);
		};

	/** The notice that says whether the person gets alerts about a topic. */
	async function stateOf(ctx: BotContext, topic: AlertTopic) {
		const who = { personId: ctx.person.id };
		const about = { topic: { topic: topic.topic, value: subjectOf(topic) } };
		if (!isMuted(await actions.alert.mutes(who), topic)) return { noticeKey: "alerts-heard", ...about };
		const exceptBlocks =
			(topic.topic === "domain" || topic.topic === "label" || topic.topic === "tag") &&
			(await actions.alert.reportsBlocks({ ...who, ...topic }));
		return { noticeKey: exceptBlocks ? `alerts-muted-${topic.topic}` : "alerts-muted", ...about };
	}

	const mutes = ({ personId }: { personId: number }) => actions.alert.mutes({ personId });
	const screens = [
		screen(routes.notifications, {
			load: async ({ personId }) => ({
				settings: await actions.settings.read({ personId }),
				muted: await mutes({ personId }),
			}),
			view: (t, { settings, muted }) => notificationsView(t, settings, muted),
			back: () => routeRef(routes.settings, {}),
		}),
		screen(routes.alerts, {
			load: mutes,
			view: (t, muted, { params }) => alertsView(t, muted, params),
			back: ({ from }) => from ?? routeRef(routes.notifications, {}),
			on: {
				type: toggle((type) => ({ topic: "type", type })),
				domain: toggle((domain) => ({ topic: "domain", domain })),
				block: toggle((domain) => ({ topic: "block", domain })),
				label: toggle((label) => ({ topic: "label", label })),
				label_block: toggle((label) => ({ topic: "label_block", label })),
				tag: toggle((tag) => ({ topic: "tag", tag })),
				tag_block: toggle((tag) => ({ topic: "tag_block", tag })),
			},
		}),
		screen(routes.alertTags, {
			async load({ personId }) {
				const facets = await actions.domain.facets({ personId });
				return facets.kind === "trouble" ? facets : { tags: facets.tags, muted: await mutes({ personId }) };
			},
			view: (t, { tags, muted }, { params }) => alertTagsView(t, tags, muted, params),
			back: ({ from }) => from ?? routeRef(routes.alerts, {}),
			callbacks: listCallbacks(routes.alertTags),
		}),
		screen(routes.alertDifferences, {
			load: mutes,
			view: (t, muted, { params }) => alertDifferencesView(t, muted, params),
			back: () => routeRef(routes.notifications, {}),
			callbacks: listCallbacks(routes.alertDifferences),
		}),
		screen(routes.alert, {
			load: ({ personId, params: { eventId } }) => actions.event.get({ personId, eventId }),
			view: (t, found, { params }) => alertGroupView(t, found, params.mine),
			// The value is the number of events that the message showed.
			on: { mine: ({ value }) => ({ mine: Number(value) }) },
			split: (params) => actions.event.split(params),
		}),
		screen(routes.operatorAlert, {
			load: async ({ params }) => (await actions.operation.operatorAlert(params)) ?? { reference: "—", asked: true },
			view: operatorAlertView,
		}),
	];
	return feature(screens, { handlers });
}

function isMuted(mutes: readonly AlertTopic[], topic: AlertTopic): boolean {
	return mutes.some((each) => keyOf(each) === keyOf(topic));
}

function keyOf(topic: AlertTopic): string {
	return `${topic.topic} ${subjectOf(topic)}`;
}

function subjectOf(topic: AlertTopic): string {
	if (topic.topic === "type") return topic.type;
	if ("tag" in topic) return topic.tag;
	return "label" in topic ? topic.label : topic.domain;
}

/** The name of an alert topic, such as `Renewals of all domains` or `example.com, Blocks`. */
function topicText(t: T, { topic, value }: { topic: string; value: string }): Html {
	if (topic === "type") return t.html(`alerts-all-${value.replaceAll(".", "-")}`);
	const isName = topic === "domain" || topic === "block";
	const text = topic.startsWith("tag") ? `#${value}` : value;
	const name = isName ? nameText(value) : html`${shorten(text, longestLabel)}`;
	return topic.endsWith("block") ? html`${name}, ${t("alerts-blocks")}` : name;
}

/** A domain, tag or label with its own alerts, and which of them are off. */
interface Difference {
	of: "domain" | "tag" | "label";
	value: string;
	off: "blocks" | "others" | "all";
}

/** The domains, then the tags and the labels, whose alerts differ from those of all domains. */
function differencesOf(mutes: readonly AlertTopic[]): Difference[] {
	return (["domain", "tag", "label"] as const).flatMap((of) => {
		const values = [...new Set(mutes.filter((each) => of in each).map(subjectOf))].toSorted();
		return values.map((value) => {
			const own = mutes.filter((each) => of in each && subjectOf(each) === value);
			const isBlock = ({ topic }: AlertTopic) => topic.endsWith("block");
			const off = own.length > 1 ? "all" : own.some(isBlock) ? "blocks" : "others";
			return { of, value, off };
		});
	});
}

/**
 * Shows the switches for alerts: those of the domain, the tag and the label in `params`, or else one switch for each type of
 * alert.
 */
export function alertsView(t: T, mutes: readonly AlertTopic[], params: ParamsOf<typeof routes.alerts>): View {
	const { domain, label, tag, topic, noticeKey } = params;
	const switchOf = (text: string, about: AlertTopic) => [
		tap(`${isMuted(mutes, about) ? "🔕" : "🔔"} ${text}`, about.topic, { value: subjectOf(about) }),
	];
	const shownTag = { label: groupLabel({ tag }) };
	const shownLabel = { label: shorten(label ?? "", longestLabel) };
	const own: Button[][] = [
		...(domain === undefined
			? []
			: [
					switchOf(t("alerts-domain-blocks"), { topic: "block", domain }),
					switchOf(t("alerts-domain-others"), { topic: "domain", domain }),
				]),
		...(label === undefined
			? []
			: [
					switchOf(t("alerts-label-blocks", shownLabel), { topic: "label_block", label }),
					switchOf(t("alerts-label-others", shownLabel), { topic: "label", label }),
				]),
		...(tag === undefined
			? []
			: [
					switchOf(t("alerts-tag-blocks", shownTag), { topic: "tag_block", tag }),
					switchOf(t("alerts-tag-others", shownTag), { topic: "tag", tag }),
				]),
	];
	const isOwn = own.length > 0;
	const name =
		domain === undefined ? html`<b>${tag === undefined ? shownLabel.label : shownTag.label}</b>` : nameText(domain);
	const types = switchedTypes.map((type) =>
		switchOf(t(`alerts-all-${type.replaceAll(".", "-")}`), { topic: "type", type }),
	);
	return {
		text: paragraphs([
			noticeText(t, noticeKey, topic && { what: topicText(t, topic) }),
			isOwn ? t.html("alerts-title-one", { name }) : t.html("alerts-title"),
			!isOwn && t.html("alerts-domain"),
		]),
		buttons: isOwn
			? [...own, [link(t("alerts-all"), routes.alerts, {})]]
			: [...types, [link(t("alerts-tags"), routes.alertTags, {})]],
	};
}

/** A tag as `#sale`, or else a label as `🏷 sale`. */
function groupLabel({ tag, label }: { tag?: string | undefined; label?: string | undefined }): string {
	return label === undefined ? shorten(`#${tag ?? ""}`, longestLabel) : `🏷 ${shorten(label, longestLabel)}`;
}

export function alertTagsView(
	t: T,
	tags: Facets["tags"],
	mutes: readonly AlertTopic[],
	{ page = 1, from: origin }: ParamsOf<typeof routes.alertTags>,
): View {
	const from = routeRef(routes.alertTags, { page, from: origin });
	const offOf = (tag: string) => differencesOf(mutes).find((each) => each.of === "tag" && each.value === tag)?.off;
	return listView(t, {
		title: t.html(tags.length === 0 ? "alerts-tags-none" : "alerts-tags-title"),
		shown: pageOf(tags, page, pageSize),
		row({ value, count }) {
			const off = offOf(value);
			const state = off ? t(`alerts-differ-${off}`) : t("alerts-tags-count", { count });
			return link(`${off ? "🔕" : "🔔"} ${groupLabel({ tag: value })} · ${state}`, routes.alerts, { tag: value, from });
		},
	});
}

export function alertDifferencesView(
	t: T,
	mutes: readonly AlertTopic[],
	{ page = 1 }: ParamsOf<typeof routes.alertDifferences>,
): View {
	const differences = differencesOf(mutes);
	const from = routeRef(routes.alertDifferences, { page });
	return listView(t, {
		title: t.html("alerts-differ-title"),
		shown: pageOf(differences, page, pageSize),
		row({ of, value, off }) {
			const name = of === "domain" ? nameLabel(value) : groupLabel({ [of]: value });
			return link(`${name} · ${t(`alerts-differ-${off}`)}`, routes.alerts, { [of]: value, from });
		},
		details: [differences.length === 0 && t.html("alerts-differ-none"), t.html("alerts-domain")],
	});
}

type Settings = Awaited<ReturnType<Actions["settings"]["read"]>>;

/** Shows the state of everything that the bot sends by itself, one line each. Each line opens its settings. */
function notificationsView(t: T, settings: Settings, mutes: readonly AlertTopic[]): View {
	const { expiryDays, quietHours, digest } = settings;
	const count = switchedTypes.length;
	const on = switchedTypes.filter((type) => !isMuted(mutes, { topic: "type", type })).length;
	const how = on === 0 ? "none" : on === count ? "all" : "some";
	const days = expiryDays.join(", ");
	const rows: Button[] = [
		link(t("notifications-alerts", { how, on, count }), routes.alerts, {}),
		link(t("notifications-reminders", { days: days === "" ? "none" : days }), routes.expiryReminders, {}),
		link(t("notifications-quiet", { hours: quietHours ? hoursLabel(quietHours) : "none" }), routes.quietHours, {}),
		link(
			t("notifications-digest", { every: digest.every, time: timeLabel(digest.at), day: dayLabel(t, digest.day) }),
			routes.digestSettings,
			{},
		),
		link(t("notifications-differ", { count: differencesOf(mutes).length }), routes.alertDifferences, { page: 1 }),
	];
	return {
		text: paragraphs([t.html("notifications-title"), t.html("notifications-always")]),
		buttons: rows.map((row) => [row]),
	};
}
