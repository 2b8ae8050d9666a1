import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/screen.ts";
import { pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { readTrouble, troubleView } from "../../screens/trouble.ts";
import { backTo } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { ifLatestScreen, onCallback } from "../../updates/callbacks.ts";
import { connectDestination } from "./result.ts";
import { telegramName } from "./tokens.ts";
import {
	accessLostView,
	accessRemovedView,
	accountSharedView,
	connectedView,
	connectionCheckView,
	connectionsView,
	connectView,
	disconnectView,
} from "./view.ts";

/**
 * Handles connecting and disconnecting accounts, and testing a connection. `tokens.ts` handles messages with a token.
 */
export function createConnect({ actions, settings }: FeatureDeps): Feature {
	const service = { name: settings.serviceName, sandbox: settings.sandbox };
	const handlers = new Composer<BotContext>();

	/** Opens a sandbox account (a test account without real money). Each person can have one. */
	const sandbox = async (ctx: BotContext) => {
		const personName = telegramName(ctx.incoming.person);
		const result = await actions.connection.openSandbox({ personId: ctx.person.id, personName });
		const { route, params } = connectDestination(result, { pendingRoute: pendingRouteOf(ctx.screen) });
		ctx.show(route, params);
	};
	const test = async (ctx: BotContext) => {
		const { connectionId } = routes.connectionCheck.parse(ctx.screen?.params) ?? {};
		// Some buttons carry the id of the connection to test. If the button carries no id, the bot tests the active
		// connection.
		const id = connectionId ?? (Number(ctx.tap?.value) || undefined);
		const named = id === undefined ? {} : { connectionId: id };
		const result = await actions.connection.test({ personId: ctx.person.id, ...named });
		// True if this screen shows a failed test. If this test fails too, the next screen says "still refused".
		const tested = ctx.screen?.routeName === routes.connectionCheck.name;
		const { route, params } = connectDestination(result, {
			tested,
			kept: true,
			pendingRoute: pendingRouteOf(ctx.screen),
		});
		// If the button was in the message of an order, show the result in a new message and keep the order visible.
		ctx.show(route, params, ctx.screen?.routeName === routes.operation.name ? { where: "new" } : {});
	};
	handlers.command("connect", (ctx) => ctx.show(routes.connect, { pendingRoute: pendingRouteOf(ctx.screen) }));
	handlers.use(onCallback(routes.connectionCheck, { test }));
	handlers.use(onCallback(routes.disconnect, { disconnect: ifLatestScreen(routes.account, {}, disconnect) }));
	handlers.use(onCallback(routes.accountShared, { refuse, manage: (ctx, { value }) => manage(ctx, Number(value)) }));
	handlers.use(onCallback(routes.accessLost, { manage: (ctx, { value }) => manage(ctx, Number(value)) }));
	handlers.use(onCallback(routes.connections, { switch: switchTo }));
	// A button with the verb `doctor` tests a connection, one with `sandbox` opens an account. Many screens have one, so
	// this handler accepts them on any screen.
	handlers.use(async (ctx, next) => {
		if (ctx.tap?.verb === "doctor") await test(ctx);
		else if (ctx.tap?.verb === "sandbox") await sandbox(ctx);
		else await next();
	});

	async function disconnect(ctx: BotContext): Promise<void> {
		const params = routes.disconnect.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.stepEnded, {});
		const { connectionId, open } = params;
		const who = { personId: ctx.person.id, connectionId, force: open !== undefined };
		const result = await actions.connection.disconnect(who);
		if (result.kind === "open_operations") ctx.show(routes.disconnect, { connectionId, open: result.count });
		else ctx.show(routes.home, { noticeKey: "disconnect-done" });
	}

	async function refuse(ctx: BotContext): Promise<void> {
		const params = routes.accountShared.parse(ctx.screen?.params);
		const connectionId = params?.connectionId ?? 0;
		const personName = telegramName(ctx.incoming.person);
		const result = await actions.connection.remove({ personId: ctx.person.id, connectionId, personName });
		if (result.kind === "not_found") ctx.show(routes.home, { noticeKey: "account-shared-gone" });
		else if (result.kind === "frozen") ctx.show(routes.home, { noticeKey: "account-shared-frozen" });
		else {
			const vars = { name: result.name ?? "none" };
			if (result.here) await manage(ctx, result.own, { noticeKey: "account-shared-refused-here", vars });
			else ctx.show(routes.home, { noticeKey: "account-shared-refused", vars });
		}
	}

	/**
	 * Opens *Profile → API*, the screen with the settings of an account. This screen always shows the active account, so
	 * the function activates the account first.
	 */
	async function manage(
		ctx: BotContext,
		connectionId: number,
		notice: { noticeKey?: string; vars?: Record<string, string> } = {},
	): Promise<void> {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId });
		ctx.show(routes.profileToken, notice);
	}

	async function switchTo(ctx: BotContext, tap: { value: string | null }): Promise<void> {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId: Number(tap.value) });
		ctx.show(routes.account, {});
	}

	const screens = [
		defineScreen(routes.connect, ({ params, t }) => connectView(t, service, params)),
		defineScreen(routes.connected, async ({ params, person, t }) => {
			const found = await actions.operation.list({ personId: person.id, which: "needs_you", limit: 1 });
			const [first] = found.kind === "operations" ? found.operations : [];
			const waiting = found.kind === "operations" && first ? { first, count: found.total } : null;
			return connectedView(t, { ...params, waiting });
		}),
		defineScreen(routes.disconnect, async ({ params, person, t }) => {
			const known = await actions.connection.list({ personId: person.id });
			return disconnectView(t, params.open, known.find(({ id }) => id === params.connectionId) ?? null);
		}),
		defineScreen(routes.trouble, ({ params, t }) => {
			const back = params.from && backTo(t("button-back"), params.from);
			return troubleView(t, readTrouble(params), back, { canRepeat: params.repeat !== undefined });
		}),
		defineScreen(routes.connectionCheck, async ({ params, person, t }) => {
			const known = await actions.connection.list({ personId: person.id });
			const current = known.find((each) => each.active) ?? null;
			const patient = known.find((each) => each.id === params.connectionId) ?? current;
			const working = patient?.id === current?.id ? null : current;
			const owned = working === null && (patient?.account?.owned ?? false);
			return connectionCheckView(t, service, readTrouble(params), { ...params, working, owned });
		}),
		defineScreen(routes.accountShared, async ({ params, person, t }) => {
			return accountSharedView(t, await actions.connection.newcomer({ personId: person.id, ...params }));
		}),
		defineScreen(routes.accessLost, async ({ params, person, t }) => {
			const known = await actions.connection.list({ personId: person.id });
			return accessLostView(t, known.find((each) => each.id === params.connectionId) ?? null);
		}),
		defineScreen(routes.accessRemoved, async ({ params, person, t }) => {
			return accessRemovedView(t, await actions.connection.dismissed({ personId: person.id, ...params }));
		}),
		defineScreen(routes.connections, async ({ person, t }) => {
			return connectionsView(t, await actions.connection.list({ personId: person.id }));
		}),
	];
	return { screens, handlers };
}
