import { Composer } from "grammy";
import leven from "leven";
import { type Command, commandLines } from "../commands.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { quoteInput } from "../input/screen-input.ts";
import { paragraphs } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T, Texts } from "../screens/texts.ts";
import { type Button, inRows, link, url, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The topics of `/help`, in their order, each with the commands that belong to it. */
const commandsOf = {
	search: ["start", "search"],
	prices: ["prices"],
	buy: ["search", "orders"],
	watch: ["watch"],
	domains: ["domains"],
	tags: ["domains"],
	renew: ["renew", "expiring"],
	dns: ["dns"],
	nameservers: ["ns"],
	edge: ["edge"],
	templates: ["dns"],
	restore: ["dns"],
	files: ["dns"],
	alerts: ["notifications", "alerts", "quiet", "digest"],
	orders: ["orders", "op", "cancel"],
	spending: ["spending", "account"],
	limits: ["account"],
	freeze: ["freeze", "account"],
	accounts: ["connect", "account"],
	programs: ["programs"],
	api: ["api", "deliveries"],
	settings: ["settings", "language"],
	privacy: ["privacy"],
	groups: ["help"],
} as const satisfies Record<string, readonly Command[]>;
export type HelpTopic = keyof typeof commandsOf;

// `Object.keys` returns strings; the object above has no other keys.
export const helpTopics = Object.keys(commandsOf) as HelpTopic[];

/** Answers `/help`, and `/help` with a topic. On its screen, a topic can also be sent alone. */
export function createHelp({ settings, texts }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("help", (ctx) => {
		const text = ctx.match.trim();
		ctx.show(routes.help, text === "" ? {} : { topic: quoteInput(text) });
	});
	const help = screen(routes.help, {
		view(t, { topic: asked }) {
			if (asked === undefined) return helpView(t, settings.supportUrl, {});
			const { topic, isExact } = nearestTopic(texts, t.locale, asked);
			return helpView(t, settings.supportUrl, { topic, ...(isExact ? {} : { rejectedInput: asked }) });
		},
		back: ({ topic }) => (topic === undefined ? undefined : routeRef(routes.help, {})),
		text({ ctx, value }) {
			// A word for a page, such as "orders", opens the page itself.
			if (ctx.intent.is === "remark") return false;
			const { topic, isExact } = nearestTopic(texts, ctx.t.locale, value);
			return isExact && { topic };
		},
	});
	return feature([help], { handlers });
}

/** The words for a topic, in the person's language and in English. The first one in their language is its name. */
function wordsOf(texts: Texts, locale: string, topic: HelpTopic): string[] {
	const listed = [locale, "en"].flatMap((each) => texts(each)(`help-words-${topic}`).split(","));
	return [topic, ...commandsOf[topic], ...listed].map((word) => word.trim().toLowerCase());
}

/**
 * Finds the topic of a text. A name or synonym of a topic comes before a command, because several topics may have the
 * same command. Without an exact match, returns the topic whose words are most like the text. A plural or a case of a
 * word is an exact match.
 */
function nearestTopic(texts: Texts, locale: string, text: string): { topic: HelpTopic; isExact: boolean } {
	const asked = text.trim().replace(/^\//, "").toLowerCase();
	const named = helpTopics.find((topic) => topic === asked);
	if (named) return { topic: named, isExact: true };
	const found = helpTopics
		.map((topic) => ({ topic, distance: Math.min(...wordsOf(texts, locale, topic).map((word) => leven(asked, word))) }))
		.reduce((best, each) => (each.distance < best.distance ? each : best));
	const isInflected = wordsOf(texts, locale, found.topic).some((word) => word.length > 4 && asked.startsWith(word));
	return { topic: found.topic, isExact: found.distance === 0 || (isInflected && found.distance <= 3) };
}

export function helpView(
	t: T,
	supportUrl: string | null,
	{ topic, rejectedInput }: ParamsOf<typeof routes.help> & { rejectedInput?: string },
): View {
	const known = helpTopics.find((each) => each === topic);
	return known ? topicView(t, known, rejectedInput) : topicsView(t, supportUrl);
}

function topicsView(t: T, supportUrl: string | null): View {
	const topics = helpTopics.map((topic) => link(nameOf(t, topic), routes.help, { topic }));
	return {
		text: paragraphs([t.html("help-top"), t.html("help-typing"), t.html("help-choose")]),
		buttons: [...inRows(topics, 3), supportUrl ? [url(t("help-support"), supportUrl)] : []],
	};
}

function topicView(t: T, topic: HelpTopic, rejectedInput: string | undefined): View {
	return {
		text: paragraphs([
			rejectedInput !== undefined && t.html("help-unknown", { input: rejectedInput }),
			t.html("help-title", { name: nameOf(t, topic) }),
			t.html(`help-topic-${topic}`),
			commandLines(t, commandsOf[topic]),
		]),
		buttons: [[...doorsOf(t, topic)]],
	};
}

function nameOf(t: T, topic: HelpTopic): string {
	return t(`help-words-${topic}`).split(",")[0] ?? topic;
}

/** Returns the button that opens what the topic is about, if it is one screen. */
function doorsOf(t: T, topic: HelpTopic): Button[] {
	switch (topic) {
		case "prices":
			return [link(t("help-open"), routes.prices, {})];
		case "watch":
			return [link(t("help-open"), routes.watches, {})];
		case "domains":
		case "tags":
		case "nameservers":
		case "edge":
		case "dns":
		case "templates":
		case "restore":
		case "files":
			return [link(t("home-domains"), routes.domains, {})];
		case "renew":
			return [link(t("help-open"), routes.expiring, { days: 60 })];
		case "alerts":
			return [link(t("help-open"), routes.notifications, {})];
		case "orders":
			return [link(t("help-open"), routes.operations, {})];
		case "spending":
			return [link(t("help-open"), routes.spending, {})];
		case "limits":
			return [link(t("help-open"), routes.spendingLimits, {})];
		case "freeze":
			return [link(t("help-open"), routes.freeze, { domain: "", from: routeRef(routes.help, { topic }) })];
		case "accounts":
			return [link(t("help-open"), routes.connections, {})];
		case "api":
			return [link(t("help-open"), routes.profile, {})];
		case "programs":
			return [link(t("help-open"), routes.programs, {})];
		case "settings":
			return [link(t("help-open"), routes.settings, {})];
		case "privacy":
			return [link(t("help-open"), routes.privacy, {})];
		case "search":
		case "buy":
		case "groups":
			return [];
	}
}
