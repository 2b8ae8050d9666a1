import { checkLink } from "./link.ts";
import { badRequest } from "./refusal.ts";

const ports = ["", "443", "80", "88", "8443"];

/**
 * Returns the address of a webhook, or throws if Telegram does not allow it. It must be HTTPS on one of Telegram's four
 * ports. On loopback, the local Telegram also allows plain HTTP and any port, because it can usually reach no other
 * receiver.
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

/** Returns the secret of a webhook, or throws. It has 1 to 256 characters of `A-Za-z0-9_-`; empty means none. */
export function secretToken(secret: string): string {
	if (secret.length > 256) throw badRequest("secret token is too long");
	if (!/^[\w-]*$/.test(secret)) throw badRequest("secret token contains unallowed characters");
	return secret;
}

/**
 * Returns the seconds to wait before an update is sent again after its `failures`-th failure
 * (WebhookActor::on_update_error).
 * - The receiver's `Retry-After` applies, up to an hour.
 * - Without it, the wait is 0 after the first failure.
 * - It is then 2, 4, 8 and so on, up to a random maximum of 60 to 120.
 * `random` returns a number in [0, 1).
 */
export function retryDelay(failures: number, retryAfter: number, random: () => number): number {
	if (retryAfter > 0) return Math.min(retryAfter, 3600);
	if (failures <= 1) return 0;
	return Math.min(2 ** (failures - 1), 60 + Math.floor(random() * 61));
}
