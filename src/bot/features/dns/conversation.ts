import { parseSentence } from "@domains/dns/sentence.ts";
import type { Actions, RecordEdit, ZoneRecord } from "../../../actions/index.ts";
import { answerChange, answerNew, type UnfinishedRecord } from "../../../rules/record-answer.ts";
import { ask, type BotConversation, type ConversationBuilder } from "../../input/conversation.ts";
import type { ScreenZone } from "../../screens/params.ts";
import { showPlan } from "../../screens/shared/ask.ts";
import { routes } from "../../screens.ts";

/**
 * Asks for a new record, or for the new version of an existing record. Then shows a preview of the change (a plan) for
 * the person to confirm. The parameter `given` of `build` contains a `Given` as JSON.
 */
export function recordConversation({ dns }: Pick<Actions, "dns">): ConversationBuilder {
	return {
		name: "record",
		async build(conversation, _ctx, domain = "", given = "{}") {
			const { editing, known, isLine, draftId }: Given = JSON.parse(given);
			const place = { domain, draftId };
			const edit = editing
				? await askChange(conversation, place, editing)
				: await askNew(conversation, place, known, isLine);
			await conversation.external((ctx) => showPlan(ctx, dns, place, [edit]));
		},
	};
}

/** What the conversation knows at its start: the record to change, or the known parts of a new record. */
export interface Given {
	editing?: ZoneRecord;
	known?: UnfinishedRecord;
	/** True if the person typed the known parts as one line. */
	isLine?: boolean;
	/** The id of an operation with unconfirmed changes. The new change is added to these changes. */
	draftId?: number | undefined;
}

async function askNew(
	conversation: BotConversation,
	place: ScreenZone,
	known: UnfinishedRecord = {},
	isKnownLine = false,
): Promise<RecordEdit> {
	let isLine = isKnownLine;
	for (let parts = known; ; ) {
		const answer = await ask(conversation, routes.recordAsk, { ...place, ...parts });
		const next = answerNew(parts, answer, place.domain);
		isLine ||= answer.kind === "text" && parseSentence(answer.text) !== undefined;
		if ("record" in next) return { edit: "add", record: next.record, isLine };
		parts = next;
	}
}

async function askChange(conversation: BotConversation, place: ScreenZone, record: ZoneRecord): Promise<RecordEdit> {
	for (let problem: string | undefined; ; ) {
		const next = answerChange(
			record,
			await ask(conversation, routes.recordAsk, { ...place, editing: record, problem }),
			place.domain,
		);
		if ("record" in next) return { edit: "change", record, to: next.record };
		problem = next.problem;
	}
}
