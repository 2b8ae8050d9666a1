import type { Actions } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { acceptText, isOffTopic, quoteInput, type ScreenInput } from "../../input/screen-input.ts";
import type { Route } from "../../screens/route.ts";
import { routes } from "../../screens.ts";
import { editWhitelist, saveEdge, showChange, showSecret } from "./callbacks.ts";
import type { ChangeResultParams } from "./change-destination.ts";

interface Section {
	/**
	 * Classifies a text. `take`: a valid answer. `near`: an invalid answer. `elsewhere`: a text that another feature
	 * handles.
	 */
	read(words: readonly string[], ctx: BotContext): "take" | "near" | "elsewhere";
	take(ctx: BotContext, words: string[]): Promise<unknown>;
	route: Route<ChangeResultParams>;
}

/**
 * Returns the handlers of the texts that the sections of the profile accept: IP addresses, networks, a webhook URL, a
 * TTL, a nameserver preset, or an edge profile.
 */
export function profileInputs({ profile }: Pick<Actions, "profile">): ScreenInput[] {
	const who = (ctx: BotContext) => ({ personId: ctx.person.id });
	const sections: readonly Section[] = [
		{
			route: routes.profileWhitelist,
			read: (words, ctx) => readAs(words.every(isAddress), ctx),
			take: (ctx, words) => editWhitelist(ctx, profile, { add: words }, false),
		},
		{
			route: routes.profileWebhook,
			// In this section, a URL is an answer and not a domain name to look up.
			read([url = "", ...more], ctx) {
				if (more.length === 0 && /^https?:\/\//i.test(url)) return "take";
				return /[/:]/.test(ctx.incoming.text) ? "near" : readAs(false, ctx);
			},
			async take(ctx, [url = ""]) {
				const result = await profile.setWebhook({ ...who(ctx), to: { url } });
				showSecret(ctx, result, "webhook", routes.profileWebhook);
			},
		},
		{
			route: routes.profileDefaults,
			read: (words, ctx) => readAs(words.length === 1 && /^\d{1,10}$/.test(words[0] ?? ""), ctx),
			async take(ctx, [ttl = ""]) {
				const result = await profile.setDefaults({ ...who(ctx), defaults: { defaultTtl: Number(ttl) } });
				showChange(ctx, result, routes.profileDefaults);
			},
		},
		{
			route: routes.profilePresets,
			read: ([key = "", ...servers], ctx) => {
				if (servers.length > 1 && areServers(servers)) return areServers([key, ...servers]) ? "near" : "take";
				return readAs(!key.includes(".") && servers.length > 0, ctx);
			},
			async take(ctx, [key = "", ...nameservers]) {
				showChange(ctx, await profile.savePreset({ ...who(ctx), key, nameservers }), routes.profilePresets);
			},
		},
		{
			route: routes.profileEdges,
			read: ([key = "", ...zones], ctx) =>
				readAs((zones.length > 0 || !key.includes(".")) && zones.every((zone) => zone.startsWith(".")), ctx),
			async take(ctx, [key = "", ...zones]) {
				await saveEdge(ctx, profile, { key, enabled: true, zones: zones.length > 0 ? zones : null }, false);
			},
		},
	];

	return sections.map(({ route, read, take }) =>
		acceptText(route, async (ctx, text) => {
			const words = text.split(/[\s,;]+/).filter((word) => word !== "");
			const reading = words.length === 0 ? "elsewhere" : read(words, ctx);
			if (reading === "take") await take(ctx, words);
			else if (reading === "near") ctx.show(route, { noticeKey: nearKey(route), vars: { said: quoteInput(text) } });
			return reading !== "elsewhere";
		}),
	);
}

function readAs(fits: boolean, ctx: BotContext): "take" | "near" | "elsewhere" {
	if (fits) return "take";
	return isOffTopic(ctx) ? "elsewhere" : "near";
}

function isAddress(word: string): boolean {
	return /^[\da-f.:/]+$/i.test(word) && /[\d:]/.test(word);
}

/**
 * True if all names have the same parent domain, such as `example.com`, and not only the same TLD. Such names are
 * nameservers and not a list to look up.
 */
function areServers(names: readonly string[]): boolean {
	const parents = names.map((name) => name.split(".").slice(1).join(".").toLowerCase());
	return parents[0]?.includes(".") === true && new Set(parents).size === 1;
}

/**
 * Returns the locale key of the reply to an invalid answer, such as `profile-whitelist-near` for the route
 * `profile_whitelist`.
 */
function nearKey({ name }: Route<ChangeResultParams>): string {
	return `${name.replace("_", "-")}-near`;
}
