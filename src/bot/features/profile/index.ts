import { Composer } from "grammy";
import { z } from "zod";
import type { Actions, ChangeResult, SecretResult } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { isOffTopic, quoteInput } from "../../input/screen-input.ts";
import { shorten } from "../../screens/html.ts";
import { type Destination, type Route, routeRef, to } from "../../screens/route.ts";
import { type Act, type Screen, type Shown, screen } from "../../screens/screen.ts";
import type { T } from "../../screens/texts.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import type { View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { parseValue } from "../../updates/callbacks.ts";
import {
	askSecretView,
	type ChangeResultParams,
	defaultsView,
	edgesView,
	presetsView,
	profileView,
	type SectionData,
	secretView,
	tokenView,
	webhookView,
	whitelistView,
} from "./view.ts";

/**
 * *Profile → API*, the settings of the account at the service. The owner of the account can change them. Other people
 * see who manages it or, for an external service, what to set up there.
 */
export function createProfile({ actions: { profile }, settings: { serviceName } }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("api", (ctx) => ctx.show(routes.profile, {}));
	const load = ({ personId }: Shown<unknown>) => profile.read({ personId });

	function section(
		route: SectionRoute,
		view: (t: T, data: SectionData) => View,
		on: Record<string, (act: InSection) => Outcome>,
		input?: Input,
	): Screen {
		return screen(route, {
			load,
			view: (t, result, { params: changeResult, personId }) =>
				result.kind === "owned"
					? view(t, { ...result, changeResult, route })
					: profileView(t, result, { changeResult, serviceName, personId }),
			back: () => routeRef(routes.profile, {}),
			on,
			...(input && { text: (act) => readInput(route, input, act) }),
		});
	}

	async function switchApi(act: InSection, enabled: boolean, sure: boolean) {
		const result = await profile.setApi({ personId: act.personId, enabled, sure });
		return changed(act, result, routes.profileToken, { enabled });
	}

	async function issue(act: InSection, sure: boolean) {
		const result = await profile.issueToken({ ...byButton(act), sure });
		if (result.kind !== "short") return shownOnce(act, result, "token", routes.profileToken);
		const { t } = act.ctx;
		const vars = { money: t.money(result.balanceCents), needed: t.money(result.neededCents) };
		return to(routes.profileToken, { noticeKey: "profile-token-short", vars });
	}

	async function editWhitelist(act: InSection, change: z.infer<typeof whitelistChange>, sure = false) {
		const { add = [], remove = [] } = change;
		const result = await profile.editWhitelist({ personId: act.personId, add, remove, sure });
		return changed(act, result, routes.profileWhitelist, change);
	}

	type WebhookTarget = Parameters<Actions["profile"]["setWebhook"]>[0]["to"];
	async function setWebhook(act: InSection, target: WebhookTarget, sure?: boolean) {
		const asked = { personId: act.personId, to: target, ...(sure !== undefined && { sure }) };
		return shownOnce(act, await profile.setWebhook(asked), "webhook", routes.profileWebhook);
	}

	type Defaults = Parameters<Actions["profile"]["setDefaults"]>[0]["defaults"];
	async function setDefaults(act: InSection, defaults: Defaults) {
		return changed(act, await profile.setDefaults({ personId: act.personId, defaults }), routes.profileDefaults);
	}

	async function removePreset(act: InSection, key: string, sure: boolean) {
		const result = await profile.removePreset({ personId: act.personId, key, sure });
		return changed(act, result, routes.profilePresets, { key });
	}

	async function removeEdge(act: InSection, key: string, sure: boolean) {
		const result = await profile.removeEdgeProfile({ personId: act.personId, key, sure });
		return changed(act, result, routes.profileEdges, { key });
	}

	async function saveEdge(act: InSection, saving: z.infer<typeof edge>, sure = false) {
		const result = await profile.saveEdgeProfile({ personId: act.personId, ...saving, sure });
		return changed(act, result, routes.profileEdges, saving);
	}

	return feature(
		[
			screen(routes.profile, {
				load,
				view: (t, result, { params: changeResult, personId }) =>
					profileView(t, result, { changeResult, serviceName, personId }),
				back: () => routeRef(routes.account, {}),
			}),
			section(routes.profileToken, tokenView, {
				issue: (act) => issue(act, false),
				sure: confirmed(routes.profileToken, z.union([apiSwitch, nothing]), (act, change) =>
					"enabled" in change ? switchApi(act, false, true) : issue(act, true),
				),
				api: (act) => switchApi(act, act.value === "true", false),
			}),
			section(
				routes.profileWhitelist,
				whitelistView,
				{
					remove: (act) => editWhitelist(act, { remove: [act.value] }),
					async ours(act) {
						const result = await profile.read({ personId: act.personId });
						if (result.kind === "trouble") return changed(act, result, routes.profileWhitelist);
						return await editWhitelist(act, { add: [...result.guide.addresses] });
					},
					sure: confirmed(routes.profileWhitelist, whitelistChange, (act, change) => editWhitelist(act, change, true)),
				},
				{
					read: (words, ctx) => readAs(words.every(isAddress), ctx),
					take: (act, words) => editWhitelist(act, { add: words }),
				},
			),
			section(
				routes.profileWebhook,
				webhookView,
				{
					here: (act) => setWebhook(act, "ours"),
					nowhere: (act) => setWebhook(act, "nowhere", false),
					sure: confirmed(routes.profileWebhook, nothing, (act) => setWebhook(act, "nowhere", true)),
					rotate: async (act) =>
						shownOnce(act, await profile.rotateSecret(byButton(act)), "webhook", routes.profileWebhook),
					use: async (act) => changed(act, await profile.useSecret({ personId: act.personId }), routes.profileWebhook),
					async enable(act) {
						const result = await profile.setWebhookEnabled({ personId: act.personId, enabled: act.value === "true" });
						return changed(act, result, routes.profileWebhook);
					},
					async test(act) {
						const result = await profile.testWebhook({ personId: act.personId });
						if (result.kind !== "tested") return changed(act, result, routes.profileWebhook);
						const noticeKey = result.delivered ? "profile-test-delivered" : "profile-test-failed";
						const vars = { status: String(result.statusCode), error: result.error ?? "—" };
						return to(routes.profileWebhook, { noticeKey, vars });
					},
				},
				{
					// In this section, a URL is an answer and not a domain name to look up.
					read([url = "", ...more], ctx) {
						if (more.length === 0 && /^https?:\/\//i.test(url)) return "take";
						return /[/:]/.test(ctx.incoming.text) ? "near" : readAs(false, ctx);
					},
					take: (act, [url = ""]) => setWebhook(act, { url }),
				},
			),
			section(
				routes.profileDefaults,
				defaultsView,
				{
					preset: (act) => setDefaults(act, { nameserverPresetKey: act.value || null }),
					edge: (act) => setDefaults(act, { edgeProfileKey: act.value || null }),
					ttl: (act) => setDefaults(act, { defaultTtl: act.value ? Number(act.value) : null }),
				},
				{
					read: (words, ctx) => readAs(words.length === 1 && /^\d{1,10}$/.test(words[0] ?? ""), ctx),
					take: (act, [ttl = ""]) => setDefaults(act, { defaultTtl: Number(ttl) }),
				},
			),
			section(
				routes.profilePresets,
				presetsView,
				{
					remove: (act) => removePreset(act, act.value, false),
					sure: confirmed(routes.profilePresets, removal, (act, { key }) => removePreset(act, key, true)),
				},
				{
					read([key = "", ...servers], ctx) {
						if (servers.length > 1 && areServers(servers)) return areServers([key, ...servers]) ? "near" : "take";
						return readAs(!key.includes(".") && servers.length > 0, ctx);
					},
					async take(act, [key = "", ...nameservers]) {
						const result = await profile.savePreset({ personId: act.personId, key, nameservers });
						return changed(act, result, routes.profilePresets);
					},
				},
			),
			section(
				routes.profileEdges,
				edgesView,
				{
					async toggle(act) {
						const read = await profile.read({ personId: act.personId });
						const owned = read.kind === "owned" ? read.profile.edgeProfiles : [];
						const known = owned.find(({ key }) => key === act.value);
						if (!known) return to(routes.profileEdges, {});
						const { key, zones, enabled } = known;
						return await saveEdge(act, { key, zones: zones && [...zones], enabled: !enabled });
					},
					remove: (act) => removeEdge(act, act.value, false),
					sure: confirmed(routes.profileEdges, z.union([edge, removal]), (act, change) =>
						"zones" in change ? saveEdge(act, change, true) : removeEdge(act, change.key, true),
					),
				},
				{
					read: ([key = "", ...zones], ctx) =>
						readAs((zones.length > 0 || !key.includes(".")) && zones.every((zone) => zone.startsWith(".")), ctx),
					take: (act, [key = "", ...zones]) =>
						saveEdge(act, { key, enabled: true, zones: zones.length > 0 ? zones : null }),
				},
			),
			screen(routes.profileSecret, {
				view: (t, { noticeKey }) => askSecretView(t, noticeKey),
				back: () => routeRef(routes.profile, {}),
			}),
			screen(routes.secret, { view: (t, { of }, { secret }) => secretView(t, of, secret) }),
		],
		{ handlers },
	);
}

type SectionRoute = Route<ChangeResultParams>;
type InSection = Act<ChangeResultParams>;
type Outcome = Promise<Destination | undefined> | Destination | undefined;

const whitelistChange = z.object({ add: z.array(z.string()).optional(), remove: z.array(z.string()).optional() });

const removal = z.object({ key: z.string() });
const edge = z.object({ key: z.string(), enabled: z.boolean(), zones: z.array(z.string()).nullable() });
const apiSwitch = z.object({ enabled: z.literal(false) });
const nothing = z.strictObject({});

/** The second confirmation, which only the last message of the chat takes. Its button stores the change as JSON. */
function confirmed<S extends z.ZodType>(
	section: SectionRoute,
	pending: S,
	yes: (act: InSection, change: z.output<S>) => Outcome,
): (act: InSection) => Outcome {
	return (act) => {
		if (!act.ctx.isLast) return to(routes.stepEnded, { exited: true, again: routeRef(section, {}) });
		const change = parseValue(pending, act.value);
		return change === undefined ? to(routes.stepEnded, {}) : yes(act, change);
	};
}

/** The secret is shown in a separate message and not stored. The message of the section shows a notice. */
function shownOnce(
	act: InSection,
	result: ChangeResult | SecretResult,
	of: "token" | "webhook",
	section: SectionRoute,
): Destination | undefined {
	if (result.kind !== "shown_once") return changed(act, result, section);
	const replacing = { noticeKey: `profile-${of}-shown` };
	act.ctx.show(routes.secret, { of }, { where: "new", secret: result.secret, replacing });
	return undefined;
}

/**
 * By `buttonId`, the action recognises another tap on the same button. It then returns the same secret, even if the
 * first tap was interrupted.
 */
function byButton({ personId, ctx: { screen } }: InSection) {
	return { personId, buttonId: screen ? `${screen.id}.${screen.rev}` : undefined };
}

/** `pending`: the change that the screen stores if it needs a second confirmation. */
function changed(
	{ params }: InSection,
	result: ChangeResult,
	section: SectionRoute,
	pending: object = {},
): Destination {
	const { page } = params;
	switch (result.kind) {
		case "changed":
			return to(section, { ...savedNote(result, section), page });
		case "ask_twice":
			return to(section, { doubt: result.warning, pending: JSON.stringify(pending), page });
		case "refused":
			return to(section, { refused: result, page });
		case "not_owner":
			return to(routes.profile, { noticeKey: "profile-not-owner" });
		case "frozen":
			return to(section, { noticeKey: frozenNotices.get(section.name) ?? "profile-webhook-frozen", page });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}

const frozenNotices: ReadonlyMap<string, string> = new Map([
	[routes.profileToken.name, "profile-token-frozen"],
	[routes.profileWhitelist.name, "profile-whitelist-frozen"],
]);

/**
 * The notice also names new networks, because they admit more than one address; extensions that the service does not sell;
 * and the replaced value, so that the person can restore it.
 */
function savedNote(
	{ replaced, unsold = [], networks = [] }: Extract<ChangeResult, { kind: "changed" }>,
	{ name }: Route<ChangeResultParams>,
) {
	if (networks.length > 0) {
		return { noticeKey: "profile-whitelist-network", vars: { networks: shorten(networks.join(", "), 100) } };
	}
	if (!replaced && unsold.length === 0) return { noticeKey: "profile-saved" };
	const before = replaced ? (replaced.was === null ? "all" : shorten(replaced.was.join(" "), 200)) : "none";
	const vars = { key: shorten(replaced?.key ?? "", 40), was: before };
	if (name === routes.profilePresets.name) {
		return { noticeKey: "profile-preset-replaced", vars: { ...vars, default: String(replaced?.isDefault ?? false) } };
	}
	const missing = unsold.length === 0 ? "none" : shorten(unsold.join(" "), 200);
	return { noticeKey: "profile-edge-saved", vars: { ...vars, unsold: missing } };
}

interface Input {
	/** `near`: an invalid answer. `elsewhere`: a text that another feature handles. */
	read(words: readonly string[], ctx: BotContext): "take" | "near" | "elsewhere";
	take(act: InSection, words: string[]): Outcome;
}

async function readInput(route: SectionRoute, { read, take }: Input, act: InSection) {
	const words = act.value.split(/[\s,;]+/).filter((word) => word !== "");
	const reading = words.length === 0 ? "elsewhere" : read(words, act.ctx);
	if (reading === "take") return await take(act, words);
	// Such as `profile-whitelist-near` for the route `profile_whitelist`.
	const noticeKey = `${route.name.replace("_", "-")}-near`;
	return reading === "near" && to(route, { noticeKey, vars: { said: quoteInput(act.value) } });
}

function readAs(fits: boolean, ctx: BotContext): "take" | "near" | "elsewhere" {
	if (fits) return "take";
	return isOffTopic(ctx) ? "elsewhere" : "near";
}

function isAddress(word: string): boolean {
	return /^[\da-f.:/]+$/i.test(word) && /[\d:]/.test(word);
}

/** The same parent, such as `example.com`, and not only the same TLD: nameservers and not a list to look up. */
function areServers(names: readonly string[]): boolean {
	const parents = names.map((name) => name.split(".").slice(1).join(".").toLowerCase());
	return parents[0]?.includes(".") === true && new Set(parents).size === 1;
}
