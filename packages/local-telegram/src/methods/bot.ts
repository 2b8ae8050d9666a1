import type { UserFromGetMe } from "grammy/types";
import { languageCode } from "../rules/commands.ts";
import { type ProfileField, profileText } from "../rules/profile.ts";
import type { State } from "../state/state.ts";
import { type Methods, method } from "./method.ts";
import { text } from "./params.ts";

export const botMethods: Methods = {
	getMe: method({}, (context) => botObject(context.state)),
	// Called before a bot moves to another Bot API server. Here, they have no effect.
	logOut: method({}, () => true),
	close: method({}, () => true),
	...profileMethods("name", "Name"),
	...profileMethods("description", "Description"),
	...profileMethods("short_description", "ShortDescription"),
};

/**
 * On Telegram, the bot's owner sets the privacy mode and inline mode with BotFather. Here, they are options of
 * `createTelegram`.
 */
export function botObject({ bot }: State): UserFromGetMe {
	return {
		id: bot.id,
		is_bot: true,
		first_name: bot.first_name,
		username: bot.username,
		can_join_groups: true,
		can_read_all_group_messages: bot.readsAllGroupMessages,
		supports_inline_queries: bot.inline,
		supports_guest_queries: false,
		can_connect_to_business: false,
		has_main_web_app: false,
		has_topics_enabled: false,
		allows_users_to_create_topics: false,
		can_manage_bots: false,
		supports_join_request_queries: false,
	};
}

/** One text per language, and a default one. An empty text deletes the language's text. */
function profileMethods(field: ProfileField, name: string): Methods {
	return {
		[`setMy${name}`]: method({ [field]: text, language_code: text }, ({ state }, given) => {
			const value = profileText(field, String(given[field] ?? ""));
			const key = `${field} ${languageCode(String(given["language_code"] ?? ""))}`;
			if (value === "") state.profile.delete(key);
			else state.profile.put(key, value);
			return true;
		}),
		[`getMy${name}`]: method({ language_code: text }, ({ state }, given) => {
			return { [field]: profileOf(state, field, languageCode(given.language_code)) };
		}),
	};
}

export function profileOf(state: State, field: ProfileField, language: string): string {
	const known = state.profile.get(`${field} ${language}`) ?? state.profile.get(`${field} `);
	return known ?? (field === "name" ? state.bot.first_name : "");
}
