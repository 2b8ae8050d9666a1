import { type Api, GrammyError } from "grammy";

/** Returns one sentence for the operator about a failed Bot API call. */
export function describeTelegramError(error: unknown): string {
	if (!(error instanceof GrammyError)) return "Telegram cannot be reached.";
	if (error.error_code === 401) return "Telegram does not accept the bot's token.";
	if (error.error_code === 409) return "Another program takes this bot's updates.";
	return `Telegram answers ${error.error_code}: ${error.description}`;
}

/** True if Telegram refuses the token: `getMe` answers 401, or 404 if the token is malformed. */
export function isTokenRefused(error: unknown): boolean {
	return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
}

/**
 * True if a call failed because this Bot API server does not have the called method. Use this function only after a
 * successful `getMe`. Before that, the same error can mean that the token is malformed.
 */
export function isUnsupported(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 404;
}

/** True if Telegram refuses `getUpdates` because a webhook is set. */
export function isWebhookActive(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 409 && /webhook is active/i.test(error.description);
}

/**
 * Returns a sentence that describes the webhook's problem, or undefined if the webhook is healthy. `address`: where
 * Telegram should deliver updates; null if the bot polls. Ignores the last delivery error that Telegram reports. If
 * this error made the process unready, the process would receive no more updates, so it would stay unready.
 */
export async function checkWebhook(api: Api, address: string | null): Promise<string | undefined> {
	try {
		const { url = "" } = await api.getWebhookInfo();
		return url === (address ?? "") ? undefined : "Telegram delivers this bot's updates to another address.";
	} catch (error) {
		// If this Bot API server does not have `getWebhookInfo`, the webhook counts as healthy.
		return isUnsupported(error) ? undefined : describeTelegramError(error);
	}
}
