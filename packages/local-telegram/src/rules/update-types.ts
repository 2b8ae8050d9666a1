import { parseJson } from "./fields.ts";

/** Bot API server, get_update_type_name, and grammY's types. */
export const updateTypes = [
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
