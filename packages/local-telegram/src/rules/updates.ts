import { checkLink } from "./entities.ts";
import { parseJson } from "./fields.ts";
import { badRequest } from "./refusal.ts";

/** Bot API server, get_update_type_name, and grammY's types. */
const updateTypes = [
	"message",
	"edited_message",
	"channel_post",
	"edited_channel_post",
	"inline_query",
	"chosen_inline_result",
	"callback_query",
	"shipping_query",
	"pre_checkout_query",
	"poll",
	"poll_answer",
	"my_chat_member",
	"chat_member",
	"chat_join_request",
	"chat_boost",
	"removed_chat_boost",
	"message_reaction",
	"message_reaction_count",
	"business_connection",
	"business_message",
	"edited_business_message",
	"deleted_business_messages",
	"purchased_paid_media",
	"managed_bot",
	"guest_message",
	"stopped_message_generation",
	"subscription",
] as const;

export type UpdateType = (typeof updateTypes)[number];

const onDemand: readonly UpdateType[] = ["chat_member", "message_reaction", "message_reaction_count"];

export const defaultUpdateTypes: readonly UpdateType[] = updateTypes.filter((type) => !onDemand.includes(type));

/**
 * The default types if the list contains no known type (get_allowed_update_types in the Bot API server). Null if it is
 * missing or not a list of strings: the bot's setting then stays unchanged.
 */
export function allowedUpdates(source: string): readonly UpdateType[] | null {
	if (source === "") return null;
	const value = parseJson(source);
	if (!Array.isArray(value) || value.some((each) => typeof each !== "string")) return null;
	const names = value.map((each) => String(each).toLowerCase());
	const types = updateTypes.filter((type) => names.includes(type));
	return types.length === 0 ? defaultUpdateTypes : types;
}

/** The seconds for which an undelivered update is kept (add_update in the Bot API server). */
export function lifetime(type: UpdateType): number {
	if (type === "callback_query" || type === "shipping_query" || type === "pre_checkout_query") return 150;
	return type === "inline_query" ? 30 : 86_400;
}

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
