import type { UserFromGetMe } from "grammy/types";
import { languageCode, type ProfileField, profileText } from "../rules/commands.ts";
import { checkDownload } from "../rules/files.ts";
import { inlineButton, inlineResults } from "../rules/inline-results.ts";
import { badRequest } from "../rules/refusal.ts";
import { allowedUpdates, defaultUpdateTypes, secretToken, webhookUrl } from "../rules/updates.ts";
import type { State } from "../state/state.ts";
import {
	type Context,
	entityList,
	flag,
	ignored,
	integer,
	json,
	type Methods,
	method,
	object,
	text,
	waitingMethod,
} from "./method.ts";

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
function botObject({ bot }: State): UserFromGetMe {
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

export const fileMethods: Methods = {
	/** The path works until the file is deleted. Telegram guarantees only one hour. */
	getFile: method({ file_id: text }, ({ state }, given) => {
		if (given.file_id === "") throw badRequest("file_id not specified");
		const row = state.files.get(given.file_id);
		if (row === undefined) throw badRequest("wrong file_id or the file is temporarily unavailable");
		checkDownload(row.size);
		return { file_id: row.id, file_unique_id: row.uniqueId, file_size: row.size, file_path: row.path };
	}),
};

export const updateMethods: Methods = {
	getUpdates: waitingMethod(
		{
			offset: integer(0, -(2 ** 31), 2 ** 31 - 1),
			limit: integer(100, 1, 100),
			timeout: integer(0, 0, 50),
			allowed_updates: text,
		},
		(context, given) => {
			if (context.state.webhook.get() === undefined) rememberAllowed(context, given.allowed_updates);
			return context.polling.getUpdates(given, context.gone);
		},
	),

	setWebhook: method(
		{
			url: text,
			secret_token: text,
			max_connections: integer(40, 1, 100),
			allowed_updates: text,
			drop_pending_updates: flag,
			ip_address: ignored,
		},
		(context, given) => {
			if (given.drop_pending_updates) context.updates.clear();
			rememberAllowed(context, given.allowed_updates);
			if (given.url === "") return forget(context);
			const url = webhookUrl(given.url);
			const secret = secretToken(given.secret_token);
			const before = context.state.webhook.get();
			const same = before?.url === url && before.secret === secret && before.maxConnections === given.max_connections;
			// Deliveries in progress then continue, and Telegram answers "Webhook is already set" (process_set_webhook_query
			// in the Bot API server).
			if (same && !given.drop_pending_updates) return true;
			context.state.webhook.put({ url, secret, maxConnections: given.max_connections });
			context.polling.end();
			context.delivery.restart();
			return true;
		},
	),

	deleteWebhook: method({ drop_pending_updates: flag }, (context, given) => {
		if (given.drop_pending_updates) context.updates.clear();
		return forget(context);
	}),

	getWebhookInfo: method({}, (context) => {
		const webhook = context.state.webhook.get();
		const allowed = context.updates.allowed();
		return {
			url: webhook?.url ?? "",
			has_custom_certificate: false,
			pending_update_count: context.updates.pending().length,
			...(webhook === undefined ? {} : { max_connections: webhook.maxConnections, ip_address: "127.0.0.1" }),
			...(webhook?.lastErrorDate === undefined ? {} : { last_error_date: webhook.lastErrorDate }),
			...(webhook?.lastErrorMessage === undefined ? {} : { last_error_message: webhook.lastErrorMessage }),
			...(allowed.join() === defaultUpdateTypes.join() ? {} : { allowed_updates: allowed }),
		};
	}),
};

function forget(context: Context): true {
	context.state.webhook.clear();
	context.delivery.restart();
	return true;
}

/**
 * The setting applies until a later call changes it. Queued updates stay, even if the bot no longer wants their type.
 */
function rememberAllowed(context: Context, source: string): void {
	const allowed = allowedUpdates(source);
	if (allowed !== null && allowed.join() !== context.updates.allowed().join())
		context.state.allowedUpdates.put(allowed);
}

export const inlineMethods: Methods = {
	answerInlineQuery: method(
		{
			inline_query_id: text,
			results: json("inline query results"),
			next_offset: text,
			button: object("inline query results button"),
			cache_time: integer(300, 0, 86_400),
			is_personal: flag,
		},
		(context, given) => {
			const results = inlineResults(given.results, entityList, context.notes);
			const button = inlineButton(given.button);
			const answer = {
				queryId: given.inline_query_id,
				results,
				cacheTime: given.cache_time,
				isPersonal: given.is_personal,
				...(button === undefined ? {} : { button }),
				...(given.next_offset === "" ? {} : { nextOffset: given.next_offset }),
			};
			if (!context.inline.answer(answer, context.answerWithin)) {
				throw badRequest("query is too old and response timeout expired or query ID is invalid");
			}
			return true;
		},
	),
};

export const tapMethods: Methods = {
	/**
	 * A tap can be answered only once, and only within `answerWithin` milliseconds. Telegram does not document these two
	 * limits, but its error "query is too old" shows that they exist.
	 */
	answerCallbackQuery: method(
		{ callback_query_id: text, text, show_alert: flag, url: text, cache_time: ignored },
		(context, given) => {
			if ([...given.text].length > 200) throw badRequest("MESSAGE_TOO_LONG");
			if (given.url !== "" && !/^https:\/\/(?:www\.)?t\.me\//.test(given.url)) throw badRequest("URL_INVALID");
			const tap = context.state.taps.get(given.callback_query_id);
			if (tap === undefined || context.clock.now() - tap.at > context.answerWithin) {
				throw badRequest("query is too old and response timeout expired or query ID is invalid");
			}
			context.state.taps.delete(tap.id);
			if (given.text !== "" || given.url !== "") {
				context.presence.toast(tap.person, tap.chat, {
					text: given.text,
					alert: given.show_alert,
					at_ms: context.clock.now(),
					message_id: tap.message,
					...(given.url === "" ? {} : { url: given.url }),
				});
			}
			return true;
		},
	),
};
