import { allowedUpdates, defaultUpdateTypes } from "../rules/update-types.ts";
import { secretToken, webhookUrl } from "../rules/webhook.ts";
import { type Context, type Methods, method, waitingMethod } from "./method.ts";
import { flag, ignored, integer, text } from "./params.ts";

export const updateMethods: Methods = {
	getUpdates: waitingMethod(
		{
			offset: integer(0, -(2 ** 31), 2 ** 31 - 1),
			limit: integer(100, 1, 100),
			timeout: integer(0, 0, 50),
			allowed_updates: text,
		},
		(context, given) => {
			if (context.state.webhook.get() === undefined) rememberAllowed(context, given.allowed_updates);
			return context.polling.getUpdates(given, context.gone);
		},
	),

	setWebhook: method(
		{
			url: text,
			secret_token: text,
			max_connections: integer(40, 1, 100),
			allowed_updates: text,
			drop_pending_updates: flag,
			ip_address: ignored,
		},
		(context, given) => {
			if (given.drop_pending_updates) context.updates.clear();
			rememberAllowed(context, given.allowed_updates);
			if (given.url === "") return forget(context);
			const url = webhookUrl(given.url);
			const secret = secretToken(given.secret_token);
			const before = context.state.webhook.get();
			const same = before?.url === url && before.secret === secret && before.maxConnections === given.max_connections;
			// Deliveries in progress then continue, and Telegram answers "Webhook is already set" (process_set_webhook_query
			// in the Bot API server).
			if (same && !given.drop_pending_updates) return true;
			context.state.webhook.put({ url, secret, maxConnections: given.max_connections });
			context.polling.end();
			context.delivery.restart();
			return true;
		},
	),

	deleteWebhook: method({ drop_pending_updates: flag }, (context, given) => {
		if (given.drop_pending_updates) context.updates.clear();
		return forget(context);
	}),

	getWebhookInfo: method({}, (context) => {
		const webhook = context.state.webhook.get();
		const allowed = context.updates.allowed();
		return {
			url: webhook?.url ?? "",
			has_custom_certificate: false,
			pending_update_count: context.updates.pending().length,
			...(webhook === undefined ? {} : { max_connections: webhook.maxConnections, ip_address: "127.0.0.1" }),
			...(webhook?.lastErrorDate === undefined ? {} : { last_error_date: webhook.lastErrorDate }),
			...(webhook?.lastErrorMessage === undefined ? {} : { last_error_message: webhook.lastErrorMessage }),
			...(allowed.join() === defaultUpdateTypes.join() ? {} : { allowed_updates: allowed }),
		};
	}),
};

function forget(context: Context): true {
	context.state.webhook.clear();
	context.delivery.restart();
	return true;
}

/**
 * The setting applies until a later call changes it. Queued updates stay, even if the bot no longer wants their type.
 */
function rememberAllowed(context: Context, source: string): void {
	const allowed = allowedUpdates(source);
	if (allowed !== null && allowed.join() !== context.updates.allowed().join())
		context.state.allowedUpdates.put(allowed);
}
