import type { MenuButton } from "grammy/types";
import { chatId, openChat } from "../access.ts";
import { type CommandScope, commandList, commandScope, languageCode } from "../rules/commands.ts";
import { fields } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import { type Context, type Methods, method } from "./method.ts";
import { json, object, optionalText, text } from "./params.ts";

const scoped = { scope: json("BotCommandScope"), language_code: text };

export const commandMethods: Methods = {
	setMyCommands: method({ ...scoped, commands: json("commands") }, (context, given) => {
		const commands = commandList(given.commands ?? []);
		const scope = scopeKey(context, commandScope(given.scope));
		const language = languageCode(given.language_code);
		if (commands.length === 0) context.state.commands.delete(`${scope} ${language}`);
		else context.state.commands.put(`${scope} ${language}`, { scope, language, commands });
		return true;
	}),

	getMyCommands: method(scoped, (context, given) => {
		const scope = scopeKey(context, commandScope(given.scope));
		return context.state.commands.get(`${scope} ${languageCode(given.language_code)}`)?.commands ?? [];
	}),

	deleteMyCommands: method(scoped, (context, given) => {
		const scope = scopeKey(context, commandScope(given.scope));
		context.state.commands.delete(`${scope} ${languageCode(given.language_code)}`);
		return true;
	}),

	setChatMenuButton: method({ chat_id: optionalText, menu_button: object("menu button") }, (context, given) => {
		context.state.menuButtons.put(menuKey(context, given.chat_id), menuButton(given.menu_button));
		return true;
	}),

	getChatMenuButton: method({ chat_id: optionalText }, (context, given) => {
		const { menuButtons } = context.state;
		return menuButtons.get(menuKey(context, given.chat_id)) ?? menuButtons.get("") ?? { type: "commands" };
	}),
};

function scopeKey(context: Context, scope: CommandScope): string {
	if (scope.chat === undefined) return scope.type;
	const chat = chatId(openChat(context.state, scope.chat, "members"));
	return `${scope.type} ${chat}${scope.person === undefined ? "" : ` ${scope.person}`}`;
}

function menuKey(context: Context, chat: string | undefined): string {
	return chat === undefined ? "" : String(chatId(openChat(context.state, chat, "read")));
}

function menuButton(value: Record<string, unknown> | undefined): MenuButton {
	if (value === undefined) return { type: "default" };
	const read = fields(value);
	const type = read.string("type");
	if (type === "default" || type === "commands") return { type };
	if (type !== "web_app") throw badRequest("MenuButton has unsupported type");
	return { type, text: read.string("text"), web_app: { url: fields(read.object("web_app")).string("url") } };
}
