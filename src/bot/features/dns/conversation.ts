import type { Actions, RecordEdit, ZoneRecord } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { ask, type BotConversation, type ConversationBuilder } from "../../input/conversation.ts";
import { routes } from "../../routes.ts";
import { planDestination, showOperation } from "../operation/destination.ts";
import { answerChange, answerNew, type Draft } from "./answer.ts";

/**
 * Asks for one record to add or change, and plans the change, which the person confirms later. `editing`: the record to
 * change, as JSON; without it, the conversation adds a record.
 */
export function recordDialogue({ dns }: Pick<Actions, "dns">): ConversationBuilder {
	return {
		name: "record",
		async build(dialogue, _ctx, domain = "", editing = "") {
			const record: ZoneRecord | null = editing === "" ? null : JSON.parse(editing);
			const edit = record ? await askChange(dialogue, domain, record) : await askNew(dialogue, domain);
			await dialogue.external((ctx) => showPlan(ctx, dns, domain, [edit]));
		},
	};
}

export async function showPlan(
	ctx: BotContext,
	dns: Actions["dns"],
	domain: string,
	edits: readonly RecordEdit[],
): Promise<void> {
	const result = await dns.plan({ personId: ctx.person.id, domain, edits });
	showOperation(ctx, planDestination(result, domain));
}

async function askNew(dialogue: BotConversation, domain: string): Promise<RecordEdit> {
	for (let draft: Draft = {}; ; ) {
		const next = answerNew(draft, await ask(dialogue, routes.recordAsk, { domain, ...draft }), domain);
		if ("record" in next) return { edit: "add", record: next.record };
		draft = next;
	}
}

async function askChange(dialogue: BotConversation, domain: string, record: ZoneRecord): Promise<RecordEdit> {
	for (let problem: string | undefined; ; ) {
		const next = answerChange(
			record,
			await ask(dialogue, routes.recordAsk, { domain, editing: record, problem }),
			domain,
		);
		if ("record" in next) return { edit: "change", record, to: next.record };
		problem = next.problem;
	}
}
