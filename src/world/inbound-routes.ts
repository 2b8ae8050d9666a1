import { addBytesRoute } from "@domains/kit/http/bytes.ts";
import type { Vault } from "@domains/kit/vault/index.ts";
import type { FastifyInstance } from "fastify";
import type { Actions } from "../actions/index.ts";
import type { DomainBot } from "../bot/deps.ts";

/** The address to which Telegram delivers updates, and the secret that proves that Telegram sent them. */
export type Webhook = ReturnType<typeof createWebhook>;

const bodyLimit = 1024 * 1024;

/**
 * Derives the webhook's address and secret from the vault's key and the bot's token. Other programs cannot guess them.
 * Every process with this key derives the same address and secret.
 */
export function createWebhook(vault: Vault, token: string, callbackUrl: string) {
	const path = vault.fingerprint(`webhook path of ${token}`);
	const secret = vault.fingerprint(`webhook secret of ${token}`);
	return { address: `${callbackUrl}/telegram/${path}`, path, secret };
}

/**
 * Adds `POST /telegram/<secret path>`, which answers 200 once the update is processed. Without the right path and
 * secret it answers 404 and does not read the body.
 */
export function addUpdates(app: FastifyInstance, { path, secret }: Webhook, bot: Pick<DomainBot, "webhook">): void {
	const webhook = bot.webhook(secret);
	// Logs and metrics show only the pattern of a route. The secret path is a parameter of the pattern, so logs and
	// metrics do not reveal the path.
	app.post<{ Params: { path: string } }>("/telegram/:path", {
		bodyLimit,
		onRequest: async ({ params, headers }, reply) => {
			const isTelegram = params.path === path && webhook.isFrom(headers["x-telegram-bot-api-secret-token"]);
			if (!isTelegram) return reply.callNotFound();
		},
		handler: async ({ body }, reply) => reply.code(await webhook.settle(body)).send({}),
	});
}

/**
 * Adds `POST /events/<path>`, which answers 200 once the registrar service's event is stored. The path identifies an
 * account.
 */
export function addEvents(app: FastifyInstance, { event }: Pick<Actions, "event">): void {
	addBytesRoute(app, "/events", ({ key, headers, bytes }) => event.receive({ path: key, headers, bytes }));
}
