import { Composer } from "grammy";
import { z } from "zod";
import type { Actions, ChangeResult, SecretResult } from "../../../actions/index.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOffTopic, quoteInput, type ScreenInput } from "../../input/screen-input.ts";
import { shorten } from "../../screens/html.ts";
import { type Destination, type Route, to } from "../../screens/route.ts";
import { defineScreen, type ScreenKind } from "../../screens/screen.ts";
import type { T } from "../../screens/texts.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import type { View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { type CallbackHandler, ifLatestScreen, onCallback, parseValue } from "../../updates/callbacks.ts";
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
 * Handles *Profile → API*, the settings of the account at the service. The owner of the account can change them. Other
 * people see who can change them.
 */
export function createProfile(deps: FeatureDeps): Feature {
	const { actions, settings } = deps;
	const handlers = new Composer<BotContext>();
	handlers.command("api", (ctx) => ctx.show(routes.profile, {}));
	handlers.use(profileCallbacks(actions));

	/**
	 * Declares the screen of a section of the profile. A person who does not own the account sees a guide instead. The
	 * guide names the person who manages the account. For an external service, it says what to set up there.
	 */
	function section(route: Route<ChangeResultParams>, view?: (t: T, data: SectionData) => View): ScreenKind {
		return defineScreen(route, async ({ params: changeResult, person, t }) => {
			const result = await actions.profile.read({ personId: person.id });
			if (view && result.kind === "owned") return view(t, { ...result, changeResult, route });
			return profileView(t, result, { changeResult, serviceName: settings.serviceName, personId: person.id });
		});
	}

	const screens = [
		section(routes.profile),
		section(routes.profileToken, tokenView),
		section(routes.profileWhitelist, whitelistView),
		section(routes.profileWebhook, webhookView),
		section(routes.profileDefaults, defaultsView),
		section(routes.profilePresets, presetsView),
		section(routes.profileEdges, edgesView),
		defineScreen(routes.profileSecret, ({ params, t }) => askSecretView(t, params.noticeKey)),
		defineScreen(routes.secret, ({ params, secret, t }) => secretView(t, params.of, secret)),
	];
	return { screens, handlers, inputs: profileInputs(actions) };
}

const whitelistChange = z.object({ add: z.array(z.string()).optional(), remove: z.array(z.string()).optional() });

const removal = z.object({ key: z.string() });
const edge = z.object({ key: z.string(), enabled: z.boolean(), zones: z.array(z.string()).nullable() });
const apiSwitch = z.object({ enabled: z.literal(false) });
const nothing = z.strictObject({});

/**
 * Handles the second confirmation of a change. `pending` is the schema of the change that the confirm button stores as
 * JSON.
 */
function confirmed<S extends z.ZodType>(
	section: Route<ChangeResultParams>,
	pending: S,
	yes: (ctx: BotContext, change: z.output<S>) => unknown,
): CallbackHandler {
	return ifLatestScreen(section, {}, (ctx, { value }) => {
		const change = parseValue(pending, value);
		return change === undefined ? ctx.show(routes.stepEnded, {}) : yes(ctx, change);
	});
}

/** Returns the handlers of the buttons in all sections of *Profile → API*. */
function profileCallbacks({ profile }: Pick<Actions, "profile">): Composer<BotContext> {
	const handlers = new Composer<BotContext>();
	const who = (ctx: BotContext) => ({ personId: ctx.person.id });

	const switchApi = async (ctx: BotContext, enabled: boolean, sure: boolean) => {
		showChange(ctx, await profile.setApi({ ...who(ctx), enabled, sure }), routes.profileToken, { enabled });
	};
	handlers.use(
		onCallback(routes.profileToken, {
			issue: (ctx) => issue(ctx, profile, false),
			sure: confirmed(routes.profileToken, z.union([apiSwitch, nothing]), (ctx, change) =>
				"enabled" in change ? switchApi(ctx, false, true) : issue(ctx, profile, true),
			),
			api: (ctx, { value }) => switchApi(ctx, value === "true", false),
		}),
	);
	handlers.use(
		onCallback(routes.profileWhitelist, {
			remove: (ctx, { value }) => editWhitelist(ctx, profile, { remove: [value ?? ""] }, false),
			async ours(ctx) {
				const result = await profile.read(who(ctx));
				if (result.kind === "trouble") return showChange(ctx, result, routes.profileWhitelist);
				await editWhitelist(ctx, profile, { add: [...result.guide.addresses] }, false);
			},
			sure: confirmed(routes.profileWhitelist, whitelistChange, (ctx, change) =>
				editWhitelist(ctx, profile, change, true),
			),
		}),
	);
	const webhook = routes.profileWebhook;
	const removeWebhook = async (ctx: BotContext, sure: boolean) => {
		showSecret(ctx, await profile.setWebhook({ ...who(ctx), to: "nowhere", sure }), "webhook", webhook);
	};
	handlers.use(
		onCallback(webhook, {
			here: async (ctx) => showSecret(ctx, await profile.setWebhook({ ...who(ctx), to: "ours" }), "webhook", webhook),
			nowhere: (ctx) => removeWebhook(ctx, false),
			sure: confirmed(webhook, nothing, (ctx) => removeWebhook(ctx, true)),
			rotate: async (ctx) => showSecret(ctx, await profile.rotateSecret(byButton(ctx)), "webhook", webhook),
			use: async (ctx) => showChange(ctx, await profile.useSecret(who(ctx)), webhook),
			async enable(ctx, { value }) {
				showChange(ctx, await profile.setWebhookEnabled({ ...who(ctx), enabled: value === "true" }), webhook);
			},
			test: (ctx) => test(ctx, profile),
		}),
	);
	const setDefault = async (
		ctx: BotContext,
		defaults: Parameters<Actions["profile"]["setDefaults"]>[0]["defaults"],
	) => {
		showChange(ctx, await profile.setDefaults({ ...who(ctx), defaults }), routes.profileDefaults);
	};
	handlers.use(
		onCallback(routes.profileDefaults, {
			preset: (ctx, { value }) => setDefault(ctx, { nameserverPresetKey: value || null }),
			edge: (ctx, { value }) => setDefault(ctx, { edgeProfileKey: value || null }),
			ttl: (ctx, { value }) => setDefault(ctx, { defaultTtl: value ? Number(value) : null }),
		}),
	);
	const removePreset = async (ctx: BotContext, key: string, sure: boolean) => {
		showChange(ctx, await profile.removePreset({ ...who(ctx), key, sure }), routes.profilePresets, { key });
	};
	const removeEdge = async (ctx: BotContext, key: string, sure: boolean) => {
		showChange(ctx, await profile.removeEdgeProfile({ ...who(ctx), key, sure }), routes.profileEdges, { key });
	};
	handlers.use(
		onCallback(routes.profilePresets, {
			remove: (ctx, { value }) => removePreset(ctx, value ?? "", false),
			sure: confirmed(routes.profilePresets, removal, (ctx, { key }) => removePreset(ctx, key, true)),
		}),
	);
	handlers.use(
		onCallback(routes.profileEdges, {
			toggle: (ctx, tap) => toggleEdge(ctx, profile, tap),
			remove: (ctx, { value }) => removeEdge(ctx, value ?? "", false),
			sure: confirmed(routes.profileEdges, z.union([edge, removal]), (ctx, change) =>
				"zones" in change ? saveEdge(ctx, profile, change, true) : removeEdge(ctx, change.key, true),
			),
		}),
	);
	return handlers;
}

function showChange(ctx: BotContext, result: ChangeResult, section: Route<ChangeResultParams>, pending?: object): void {
	const { route, params } = changeDestination(result, section, pending);
	const page = ctx.screen?.routeName === route.name ? section.parse(ctx.screen.params)?.page : undefined;
	ctx.show(route, { ...params, ...(page !== undefined && { page }) });
}

/**
 * Shows a secret in a separate message, and does not store it. The message of the profile section shows a notice. If
 * the result contains no secret, shows only the result in the section.
 */
function showSecret(
	ctx: BotContext,
	result: ChangeResult | SecretResult,
	of: "token" | "webhook",
	section: Route<ChangeResultParams>,
): void {
	if (result.kind === "shown_once") {
		const replacing = { noticeKey: `profile-${of}-shown` };
		ctx.show(routes.secret, { of }, { where: "new", secret: result.secret, replacing });
	} else showChange(ctx, result, section);
}

/**
 * Returns the id of the person, and an id of the tapped button. By `buttonId`, the action recognises another tap on the
 * same button. It then returns the same secret, even if the first tap was interrupted.
 */
function byButton({ person, screen }: BotContext) {
	return { personId: person.id, buttonId: screen ? `${screen.id}.${screen.rev}` : undefined };
}

async function issue(ctx: BotContext, profile: Actions["profile"], sure: boolean): Promise<void> {
	const result = await profile.issueToken({ ...byButton(ctx), sure });
	if (result.kind === "frozen") return ctx.show(routes.profileToken, { noticeKey: "profile-token-frozen" });
	if (result.kind !== "short") return showSecret(ctx, result, "token", routes.profileToken);
	const vars = { money: ctx.t.money(result.balanceCents), needed: ctx.t.money(result.neededCents) };
	ctx.show(routes.profileToken, { noticeKey: "profile-token-short", vars });
}

async function editWhitelist(
	ctx: BotContext,
	profile: Actions["profile"],
	change: z.infer<typeof whitelistChange>,
	sure: boolean,
): Promise<void> {
	const { add = [], remove = [] } = change;
	const result = await profile.editWhitelist({ personId: ctx.person.id, add, remove, sure });
	showChange(ctx, result, routes.profileWhitelist, change);
}

async function test(ctx: BotContext, profile: Actions["profile"]): Promise<void> {
	const result = await profile.testWebhook({ personId: ctx.person.id });
	if (result.kind !== "tested") return showChange(ctx, result, routes.profileWebhook);
	const noticeKey = result.delivered ? "profile-test-delivered" : "profile-test-failed";
	const vars = { status: String(result.statusCode), error: result.error ?? "—" };
	ctx.show(routes.profileWebhook, { noticeKey, vars });
}

async function toggleEdge(ctx: BotContext, profile: Actions["profile"], { value }: Tap): Promise<void> {
	const personId = ctx.person.id;
	const read = await profile.read({ personId });
	const known = read.kind === "owned" ? read.profile.edgeProfiles.find(({ key }) => key === value) : undefined;
	if (!known) return ctx.show(routes.profileEdges, {});
	const { key, zones, enabled } = known;
	await saveEdge(ctx, profile, { key, zones: zones && [...zones], enabled: !enabled }, false);
}

async function saveEdge(
	ctx: BotContext,
	profile: Actions["profile"],
	saving: z.infer<typeof edge>,
	sure: boolean,
): Promise<void> {
	const result = await profile.saveEdgeProfile({ personId: ctx.person.id, ...saving, sure });
	showChange(ctx, result, routes.profileEdges, saving);
}

/**
 * Returns the screen that shows the result of a change. Usually, this is the section of the profile to which the change
 * belongs. `pending`: the requested change. If the change needs a second confirmation, the screen stores `pending`. The
 * bot then makes this change after the confirmation.
 */
function changeDestination(result: ChangeResult, section: Route<ChangeResultParams>, pending?: object): Destination {
	switch (result.kind) {
		case "changed":
			return to(section, savedNote(result, section));
		case "ask_twice":
			return to(section, { doubt: result.warning, pending: JSON.stringify(pending ?? {}) });
		case "refused":
			return to(section, { refused: result });
		case "not_owner":
			return to(routes.profile, { noticeKey: "profile-not-owner" });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}

/**
 * Returns the notice that a change was saved. Depending on the change, the notice also names:
 * - new whitelist entries that are networks, because they admit more than one address;
 * - TLDs that the service does not sell;
 * - the replaced value, so that the person can restore it.
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
function profileInputs({ profile }: Pick<Actions, "profile">): ScreenInput[] {
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
