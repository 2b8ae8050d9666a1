import { type Api, GrammyError } from "grammy";

/** How a call of the Bot API went wrong, as the operator reads it. */
export function describeTelegramError(error: unknown): string {
	if (!(error instanceof GrammyError)) return "Telegram cannot be reached.";
	if (error.error_code === 401) return "Telegram does not accept the bot's token.";
	if (error.error_code === 409) return "Another program takes this bot's updates.";
	return `Telegram answers ${error.error_code}: ${error.description}`;
}

/** What `getMe` answers to a wrong token: 401, or 404 for one that has not even the form of a token. */
export function isTokenRefused(error: unknown): boolean {
	return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
}

/** Once `getMe` was answered, 404 says that this Bot API server lacks the method. */
export function isUnsupported(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 404;
}

/** `getUpdates` is refused because updates go to a webhook. */
export function isWebhookActive(error: unknown): boolean {
	return error instanceof GrammyError && error.error_code === 409 && /webhook is active/i.test(error.description);
}

/**
 * What is wrong with how we stand with Telegram, in one sentence; undefined when all is well. `address` is where it
 * should deliver updates, null where it should wait to be asked. That a delivery failed is not said: it would keep the
 * next ones from us as well.
 */
export async function checkWebhook(api: Api, address: string | null): Promise<string | undefined> {
	try {
		const { url = "" } = await api.getWebhookInfo();
		return url === (address ?? "") ? undefined : "Telegram delivers this bot's updates to another address.";
	} catch (error) {
		// Such a server has no webhook that could be wrong, or none that it tells of.
		return isUnsupported(error) ? undefined : describeTelegramError(error);
	}
}
