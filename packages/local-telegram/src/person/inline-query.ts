import { randomBytes } from "node:crypto";
import type { Core } from "../core.ts";
import { queueMessageUpdate } from "../dispatch-message.ts";
import { post } from "../messages.ts";
import { chatObject, userObject } from "../objects/chat.ts";
import type { ChooseInline, InlineQuery, InlineResultsView, Sent } from "../protocol.ts";
import { findPlace, writablePlace } from "./chat-access.ts";
import { Problem } from "./problem.ts";

/** In milliseconds. */
const answerTimeoutMs = 10_000;

/** Uses a cached answer if there is one. Throws a `Problem` if no answer comes in time. */
export async function ask(
	core: Core,
	person: number,
	{ query, offset = "", chat }: InlineQuery,
): Promise<InlineResultsView> {
	const { state } = core;
	if (!state.bot.inline) throw new Problem("forbidden", "the bot has no inline mode");
	if ([...query].length > 256) throw new Problem("invalid", "an inline query has at most 256 characters");
	const place = findPlace(state, person, chat);
	const type = place.chat.kind === "private" ? "sender" : chatObject(place.chat).type;
	const id = String(8_000_000_000_000_000 + state.next("query"));
	const question = { id, person, query, offset };
	const cached = core.inline.cached(question);
	const answered = cached ?? core.inline.ask(question, answerTimeoutMs);
	if (cached === undefined) {
		const update = { id, from: userObject(state, person), query, offset, chat_type: type };
		state.store.transact(() => core.updates.push("inline_query", person, update));
	}
	const answer = await answered;
	if (answer === null) throw new Problem("timeout", "the bot did not answer");
	const { button } = answer;
	const parameter = button?.startParameter === undefined ? {} : { start_parameter: button.startParameter };
	return {
		query_id: id,
		results: answer.results.map(({ title, description, thumbnailUrl }) => ({
			title,
			...(description === undefined ? {} : { description }),
			...(thumbnailUrl === undefined ? {} : { thumbnail_url: thumbnailUrl }),
		})),
		...(answer.nextOffset === undefined ? {} : { next_offset: answer.nextOffset }),
		...(button === undefined ? {} : { button: { text: button.text, ...parameter } }),
	};
}

/** The person is the sender, and `via_bot` of the message names the bot. */
export function choose(core: Core, person: number, { index, chat }: ChooseInline): Sent {
	const { state } = core;
	const result = core.inline.shownTo(person)?.results[index];
	if (result === undefined) throw new Problem("not_found", "there is no such result");
	return state.store.transact(() => {
		const place = writablePlace(state, person, chat);
		const inlineId = result.markup === undefined ? {} : { inlineId: randomBytes(18).toString("base64url") };
		const row = post(core, {
			chat: place.id,
			sender: person,
			viaBot: true,
			content: { type: "text", ...result.message },
			...inlineId,
			...(result.markup === undefined ? {} : { markup: result.markup }),
		});
		queueMessageUpdate(core, row);
		return { message_ids: [row.id] };
	});
}
