import { checkLink } from "./link.ts";
import { badRequest } from "./refusal.ts";

const ports = ["", "443", "80", "88", "8443"];

/**
 * HTTPS on one of Telegram's four ports. Loopback URLs may also use plain HTTP and any port, because a bot under test
 * usually runs on the same machine.
 */
export function webhookUrl(url: string): string {
	const link = checkLink(url.includes("://") ? url : `https://${url}`);
	const parsed = "url" in link || isLoopbackUrl(url) ? parse(url) : null;
	if (parsed === null) throw badRequest("invalid webhook URL specified");
	if (isLoopback(parsed.hostname)) return url;
	if (parsed.protocol !== "https:") {
		throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
	}
	if (!ports.includes(parsed.port)) {
		throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
	}
	return url;
}

function parse(url: string): URL | null {
	return URL.parse(url.includes("://") ? url : `https://${url}`);
}

function isLoopbackUrl(url: string): boolean {
	const parsed = parse(url);
	return parsed !== null && isLoopback(parsed.hostname);
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host);
}

/** Empty if there is none. At most 256 characters of `A-Za-z0-9_-`. */
export function secretToken(secret: string): string {
	if (secret.length > 256) throw badRequest("secret token is too long");
	if (!/^[\w-]*$/.test(secret)) throw badRequest("secret token contains unallowed characters");
	return secret;
}

/**
 * The seconds until an update is sent again (WebhookActor::on_update_error in the Bot API server).
 * - If the receiver sent `Retry-After`, the wait is the time in that header, but at most an hour.
 * - Otherwise, the wait after the first failure is 0.
 * - After further failures, the wait is 2, 4, 8 and so on. The maximum is a random number from 60 to 120. `random`
 *   returns a number in [0, 1).
 */
export function retryDelay(failures: number, retryAfter: number, random: () => number): number {
	if (retryAfter > 0) return Math.min(retryAfter, 3600);
	if (failures <= 1) return 0;
	return Math.min(2 ** (failures - 1), 60 + Math.floor(random() * 61));
}
