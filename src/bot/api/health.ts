import { type Api, GrammyError } from "grammy";

/** Describes a failed Bot API call to the operator. */
export function describeTelegramError(error: unknown): string {
	if (!(error instanceof GrammyError)) return "Telegram cannot be reached.";
	if (error.error_code === 401) return "Telegram does not accept the bot's token.";
	if (error.error_code === 409) return "Another program takes this bot's updates.";
	return `Telegram answers ${error.error_code}: ${error.description}`;
}

/** `getMe` answers a wrong token with 401, or with 404 if it does not have the form of a token. */
export function isTokenRefused(error: unknown): boolean {
	return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
}

/** After a successful `getMe`, 404 means that this Bot API server does not have the method. */
export function isUnsupported(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 404;
}

/** True if Telegram refuses `getUpdates` because a webhook is set. */
export function isWebhookActive(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 409 && /webhook is active/i.test(error.description);
}

/**
 * Returns one sentence about what is wrong with the webhook, or undefined if it is healthy. `address`: the address to
 * which Telegram should deliver updates; null if the bot polls. A failed delivery is not reported: an unready process
 * would miss the next deliveries too.
 */
export async function checkWebhook(api: Api, address: string | null): Promise<string | undefined> {
	try {
		const { url = "" } = await api.getWebhookInfo();
		return url === (address ?? "") ? undefined : "Telegram delivers this bot's updates to another address.";
	} catch (error) {
		// Such a server has no webhooks, or does not report them.
		return isUnsupported(error) ? undefined : describeTelegramError(error);
	}
}
