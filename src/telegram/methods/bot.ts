import type { UserFromGetMe } from "grammy/types";
import { languageCode } from "../rules/commands.ts";
import { type ProfileField, profileText } from "../rules/profile.ts";
import type { State } from "../state/state.ts";
import { type Methods, method } from "./method.ts";
import { text } from "./params.ts";

export const botMethods: Methods = {
	getMe: method({}, (context) => botObject(context.state)),
	// Always succeeds without effect, because there is no other server to which the bot could move.
	logOut: method({}, () => true),
	close: method({}, () => true),
	...profileMethods("name", "Name"),
	...profileMethods("description", "Description"),
	...profileMethods("short_description", "ShortDescription"),
};

/** Returns the result of `getMe`. The settings that people make with BotFather are in the state. */
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

/**
 * Returns the methods that set and get one text of the bot's profile by language. An empty text deletes that language's
 * text. A language without a text uses the default.
 */
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
