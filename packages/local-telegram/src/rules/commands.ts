import type { CommandView } from "../protocol.ts";
import { fields, isObject } from "./fields.ts";
import { badRequest } from "./refusal.ts";

/**
 * TDLib, set_commands. Throws for more than 100 commands, a name other than 1 to 32 of a-z, 0-9 and _, or a description
 * other than 1 to 256 characters.
 */
export function commandList(value: unknown): CommandView[] {
	if (!Array.isArray(value)) throw badRequest("Expected an Array of BotCommand");
	const commands = value.map(command);
	if (commands.length > 100) throw badRequest("BOT_COMMANDS_TOO_MUCH");
	return commands;
}

function command(value: unknown): CommandView {
	if (!isObject(value)) throw badRequest("Can't parse BotCommand: expected an Object");
	const read = fields(value, "Can't parse BotCommand: ");
	const name = read.string("command").trim().replace(/^\//, "");
	const description = read.string("description").trim();
	if (name === "") throw badRequest("Command must be non-empty");
	if ([...name].length > 32) throw badRequest("Command length must not exceed 32");
	if (description === "") throw badRequest("Command description must be non-empty");
	if ([...description].length > 256) throw badRequest("Command description length must not exceed 256");
	if (!/^[a-z0-9_]+$/.test(name)) throw badRequest("BOT_COMMAND_INVALID");
	return { command: name, description };
}

export interface CommandScope {
	type:
		| "default"
		| "all_private_chats"
		| "all_group_chats"
		| "all_chat_administrators"
		| "chat"
		| "chat_administrators"
		| "chat_member";
	chat?: string;
	person?: number;
}

export function commandScope(value: unknown): CommandScope {
	if (value === undefined) return { type: "default" };
	const prefix = "Can't parse BotCommandScope: ";
	if (!isObject(value)) throw badRequest(`${prefix}BotCommandScope must be an Object`);
	const read = fields(value, prefix);
	const type = read.string("type");
	switch (type) {
		case "default":
		case "all_private_chats":
		case "all_group_chats":
		case "all_chat_administrators":
			return { type };
		case "chat":
		case "chat_administrators":
			return { type, chat: chatOf(read.string("chat_id"), prefix) };
		case "chat_member":
			return { type, chat: chatOf(read.string("chat_id"), prefix), person: read.integer("user_id") };
		default:
			throw badRequest(`${prefix}Unsupported type specified`);
	}
}

function chatOf(chat: string, prefix: string): string {
	if (chat === "") throw badRequest(`${prefix}Empty chat_id specified`);
	return chat;
}

/** Two letters, or empty for the default language. Throws otherwise. */
export function languageCode(code: string): string {
	if (code !== "" && !/^[a-z]{2}$/.test(code)) throw badRequest("Invalid language code specified");
	return code;
}

/** In code points. Telegram does not document the errors for longer texts, so the error text below is our own. */
const limits = { name: 64, description: 512, short_description: 120 } as const;

export type ProfileField = keyof typeof limits;

export function profileText(field: ProfileField, text: string): string {
	if ([...text].length > limits[field]) throw badRequest(`BOT_${field.toUpperCase()}_TOO_LONG`);
	return text;
}

/** 1 to 64 characters of `A-Za-z0-9_-`. */
export function isStartParameter(value: string): boolean {
	return /^[\w-]{1,64}$/.test(value);
}
