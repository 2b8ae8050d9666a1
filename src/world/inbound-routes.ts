import { addBytesRoute } from "@domains/kit/http/app.ts";
import type { Vault } from "@domains/kit/vault.ts";
import type { FastifyInstance } from "fastify";
import type { Actions } from "../actions/index.ts";
import type { DomainBot } from "../bot/deps.ts";

/** The secret proves that Telegram sent an update. */
export type Webhook = ReturnType<typeof createWebhook>;

const bodyLimit = 1024 * 1024;

/**
 * Derived from the vault's key and the bot's token: other programs cannot guess them, and every process with this key
 * gets the same.
 */
export function createWebhook(vault: Vault, token: string, callbackUrl: string) {
	const path = vault.fingerprint(`webhook path of ${token}`);
	const secret = vault.fingerprint(`webhook secret of ${token}`);
	return { address: `${callbackUrl}/telegram/${path}`, path, secret };
}

/**
 * Answers 200 once the update is processed. Without the right path and secret it answers 404 and does not read the
 * body.
 */
export function addUpdates(app: FastifyInstance, { path, secret }: Webhook, bot: Pick<DomainBot, "webhook">): void {
	const webhook = bot.webhook(secret);
	// Logs and metrics show only the pattern, and so do not reveal the path.
	app.post<{ Params: { path: string } }>("/telegram/:path", {
		bodyLimit,
		onRequest: async ({ params, headers }, reply) => {
			const isTelegram = params.path === path && webhook.isFrom(headers["x-telegram-bot-api-secret-token"]);
			if (!isTelegram) return reply.callNotFound();
		},
		handler: async ({ body }, reply) => reply.code(await webhook.settle(body)).send({}),
	});
}

/** Answers 200 once the registrar service's event is stored. The path identifies an account. */
export function addEvents(app: FastifyInstance, { event }: Pick<Actions, "event">): void {
	addBytesRoute(app, "/events", ({ key, headers, bytes }) => event.receive({ path: key, headers, bytes }));
}
