import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { type ParamsOf, routeRef, to } from "../../screens/route.ts";
import { type Act, screen } from "../../screens/screen.ts";
import { pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { readTrouble, troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { ifLatestScreen } from "../../updates/callbacks.ts";
import { connectDestination, telegramName } from "./tokens.ts";
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

/** Connecting and disconnecting accounts, and testing a connection. `tokens.ts` handles messages with a token. */
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

	async function refuse({ ctx, personId, params: { connectionId } }: Act<ParamsOf<typeof routes.accountShared>>) {
		const personName = telegramName(ctx.incoming.person);
		const result = await actions.connection.remove({ personId, connectionId, personName });
		if (result.kind === "not_found") return to(routes.home, { noticeKey: "account-shared-gone" });
		if (result.kind === "frozen") return to(routes.home, { noticeKey: "account-shared-frozen" });
		const vars = { name: result.name ?? "none" };
		return result.here
			? await manage(personId, result.own, { noticeKey: "account-shared-refused-here", vars })
			: to(routes.home, { noticeKey: "account-shared-refused", vars });
	}

	/** *Profile → API* always shows the active account, so this activates the account first. */
	async function manage(
		personId: number,
		connectionId: number,
		notice: { noticeKey?: string; vars?: Record<string, string> } = {},
	) {
		await actions.connection.switchTo({ personId, connectionId });
		return to(routes.profileToken, notice);
	}

	const connectionsOf = ({ personId }: { personId: number }) => actions.connection.list({ personId });
	const screens = [
		screen(routes.connect, { view: (t, params) => connectView(t, service, params) }),
		screen(routes.connected, {
			async load({ personId }) {
				const found = await actions.operation.list({ personId, which: "needs_you", limit: 1 });
				const [first] = found.kind === "operations" ? found.operations : [];
				return { waiting: found.kind === "operations" && first ? { first, count: found.total } : null };
			},
			view: (t, { waiting }, { params }) => connectedView(t, { ...params, waiting }),
		}),
		screen(routes.disconnect, {
			load: connectionsOf,
			view: (t, known, { params: { connectionId, open } }) =>
				disconnectView(t, open, known.find(({ id }) => id === connectionId) ?? null),
			callbacks: { disconnect: ifLatestScreen(routes.account, {}, disconnect) },
		}),
		screen(routes.trouble, {
			view: (t, params) => troubleView(t, readTrouble(params), { canRepeat: params.repeat !== undefined }),
			back: ({ from }) => from,
		}),
		screen(routes.connectionCheck, {
			load: connectionsOf,
			view(t, known, { params }) {
				const current = known.find((each) => each.active) ?? null;
				const patient = known.find((each) => each.id === params.connectionId) ?? current;
				const working = patient?.id === current?.id ? null : current;
				const owned = working === null && (patient?.account?.owned ?? false);
				return connectionCheckView(t, service, readTrouble(params), { ...params, working, owned });
			},
			back: () => routeRef(routes.account, {}),
			on: { test: ({ ctx }) => test(ctx) },
		}),
		screen(routes.accountShared, {
			load: ({ personId, params }) => actions.connection.newcomer({ personId, ...params }),
			missing: (t) => ({ text: t.html("account-shared-gone"), gone: true }),
			view: accountSharedView,
			on: { refuse, manage: ({ personId, value }) => manage(personId, Number(value)) },
		}),
		screen(routes.accessLost, {
			load: async ({ personId, params: { connectionId } }) =>
				(await connectionsOf({ personId })).find(({ id }) => id === connectionId) ?? null,
			missing: (t) => accessLostView(t, null),
			view: accessLostView,
			on: { manage: ({ personId, value }) => manage(personId, Number(value)) },
		}),
		screen(routes.accessRemoved, {
			load: ({ personId, params }) => actions.connection.dismissed({ personId, ...params }),
			missing: (t) => accessRemovedView(t, null),
			view: accessRemovedView,
		}),
		screen(routes.connections, {
			load: connectionsOf,
			view: connectionsView,
			back: () => routeRef(routes.account, {}),
			on: {
				async switch({ personId, value }) {
					await actions.connection.switchTo({ personId, connectionId: Number(value) });
					return to(routes.account, {});
				},
			},
		}),
	];
	return feature(screens, { handlers });
}
