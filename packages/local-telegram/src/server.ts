import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Calls } from "./calls.ts";
import type { Core } from "./core.ts";
import type { Dispatch } from "./dispatch.ts";
import type { Faults } from "./faults.ts";
import { bodyLimit, botApi, problemOf, statuses } from "./http/bot-api.ts";
import { createGuard } from "./http/guard.ts";
import { createEventStreams, inspectionRoutes } from "./http/inspection.ts";
import { groupRoutes, peopleRoutes } from "./http/people.ts";
import { page } from "./page/page.ts";
import type { People } from "./person/people.ts";

export interface ServerDeps {
	core: Core;
	token: string;
	dispatch: Dispatch;
	calls: Calls;
	faults: Faults;
	people: People;
	/** The text of an SVG file. */
	picture: string | undefined;
	/**
	 * Host names under which other machines may use the chat page and the routes that act for a person. If null, only
	 * this machine may.
	 */
	exposedAs: readonly string[] | null;
	/** The server waits for all requests, so this must end the waiting `getUpdates` calls. */
	beforeClose(): void;
}

/**
 * The Bot API requires the bot's token, so other machines may use it. By default, the guard (`http/guard.ts`) allows
 * all other routes only from this machine.
 */
export function createServer(deps: ServerDeps): FastifyPluginAsync {
	const events = createEventStreams();
	return async (app) => {
		app.addHook("preClose", async () => {
			deps.beforeClose();
			events.close();
		});
		await app.register(async (own) => botApi(own, deps));
		await app.register(async (own) => {
			own.addHook("onRequest", createGuard(deps.exposedAs));
			await own.register(async (side) => personSide(side, { ...deps, events }));
			await own.register(page, { picture: deps.picture });
		});
	};
}

function personSide(app: FastifyInstance, deps: ServerDeps & { events: ReturnType<typeof createEventStreams> }): void {
	// Files and long texts need more than the limit of the whole process.
	app.addHook("onRoute", (route) => {
		route.bodyLimit = bodyLimit;
	});
	app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
	app.setErrorHandler((error, _request, reply) => {
		const problem = problemOf(error);
		if (problem === null) {
			deps.core.log.error({ error }, "an action of a person in the local Telegram failed");
			return reply.code(500).send({ error: { code: "invalid", message: "The local Telegram failed; see its log" } });
		}
		return reply.code(statuses[problem.code]).send({ error: { code: problem.code, message: problem.message } });
	});
	peopleRoutes(app, deps);
	groupRoutes(app, deps);
	inspectionRoutes(app, deps);
}
