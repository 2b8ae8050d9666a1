import { badRequest } from "../rules/refusal.ts";
import { type Methods, method } from "./method.ts";
import { flag, ignored, text } from "./params.ts";

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
