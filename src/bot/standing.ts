import { type Api, GrammyError } from "grammy";

/** How a call of the Bot API went wrong, as the operator reads it. */
export function troubleOf(error: unknown): string {
	if (isTokenRefused(error)) return "Telegram does not accept the bot's token.";
	if (!(error instanceof GrammyError)) return "Telegram cannot be reached.";
	if (error.error_code === 409) return "Another program takes this bot's updates.";
	return `Telegram answers ${error.error_code}: ${error.description}`;
}

/** 401, or 404 for a token that has not even the form of one. */
export function isTokenRefused(error: unknown): boolean {
	return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
}

/**
 * What is wrong with how we stand with Telegram, in one sentence; undefined when all is well. `address` is where it
 * should deliver updates, null where it should wait to be asked. That a delivery failed is not said: it would keep the
 * next ones from us as well.
 */
export async function standingWith(api: Api, address: string | null): Promise<string | undefined> {
	try {
		const { url = "" } = await api.getWebhookInfo();
		return url === (address ?? "") ? undefined : "Telegram delivers this bot's updates to another address.";
	} catch (error) {
		return troubleOf(error);
	}
}
