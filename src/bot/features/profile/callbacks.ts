import { Composer } from "grammy";
import { z } from "zod";
import type { Actions, ChangeResult, SecretResult } from "../../../actions/index.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Route } from "../../screens/route.ts";
import { routes } from "../../screens.ts";
import { type CallbackHandler, ifLatestScreen, onCallback, parseValue } from "../../updates/callbacks.ts";
import { type ChangeResultParams, changeDestination } from "./change-destination.ts";

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
export function profileCallbacks({ profile }: Pick<Actions, "profile">): Composer<BotContext> {
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

export function showChange(
	ctx: BotContext,
	result: ChangeResult,
	section: Route<ChangeResultParams>,
	pending?: object,
): void {
	const { route, params } = changeDestination(result, section, pending);
	const page = ctx.screen?.routeName === route.name ? section.parse(ctx.screen.params)?.page : undefined;
	ctx.show(route, { ...params, ...(page !== undefined && { page }) });
}

/**
 * Shows a secret in a separate message, and does not store it. The message of the profile section shows a notice. If
 * the result contains no secret, shows only the result in the section.
 */
export function showSecret(
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

export async function editWhitelist(
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

export async function saveEdge(
	ctx: BotContext,
	profile: Actions["profile"],
	saving: z.infer<typeof edge>,
	sure: boolean,
): Promise<void> {
	const result = await profile.saveEdgeProfile({ personId: ctx.person.id, ...saving, sure });
	showChange(ctx, result, routes.profileEdges, saving);
}
