import type { FastifyInstance } from "fastify";
import type { Actions } from "../actions/index.ts";
import type { DomainBot } from "../bot/index.ts";
import { addBytesRoute } from "../http/bytes.ts";
import type { Vault } from "../vault/index.ts";

/** The address to which Telegram delivers updates, and the secret that proves that the sender is Telegram. */
export type Webhook = ReturnType<typeof createWebhook>;

const bodyLimit = 1024 * 1024;

/** Derives the address and the secret from the vault's key: equal in every process with this key, and unguessable. */
export function createWebhook(vault: Vault, token: string, callbackUrl: string) {
	const path = vault.fingerprint(`webhook path of ${token}`);
	const secret = vault.fingerprint(`webhook secret of ${token}`);
	return { address: `${callbackUrl}/telegram/${path}`, path, secret };
}

/** `POST /telegram/<secret path>`: 200 once an update is settled. The body of any other sender is not read. */
export function addUpdates(app: FastifyInstance, { path, secret }: Webhook, bot: Pick<DomainBot, "webhook">): void {
	const webhook = bot.webhook(secret);
	// The path is a parameter, so that logs and metrics name the route without the secret.
	app.post<{ Params: { path: string } }>("/telegram/:path", {
		bodyLimit,
		onRequest: async ({ params, headers }, reply) => {
			const isTelegram = params.path === path && webhook.isFrom(headers["x-telegram-bot-api-secret-token"]);
			if (!isTelegram) return reply.callNotFound();
		},
		handler: async ({ body }, reply) => reply.code(await webhook.settle(body)).send({}),
	});
}

/** `POST /events/<account path>`: 200 once an event of the service is stored. */
export function addEvents(app: FastifyInstance, { event }: Pick<Actions, "event">): void {
	addBytesRoute(app, "/events", ({ key, headers, bytes }) => event.receive({ path: key, headers, bytes }));
}
