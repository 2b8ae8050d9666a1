import { inlineButton, inlineResults } from "../rules/inline-results.ts";
import { badRequest } from "../rules/refusal.ts";
import { type Methods, method } from "./method.ts";
import { flag, integer, json, object, text } from "./params.ts";
import { entityList } from "./text-params.ts";

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
