import type { RunContext } from "../context.ts";
import { alert } from "../person.ts";
import { mandatedIn } from "../proposing.ts";
import type { Check } from "./check.ts";

/** Begins the message about an order, by the state in which the bot stops working on it. */
const headlines: Readonly<Record<string, RegExp>> = {
	succeeded: /^✅/m,
	failed: /^❌/m,
	withdrawn: /^▫️/m,
	lapsed: /^⌛/m,
	needs_human: /^✋/m,
};

/**
 * Instead of `headlines`, if all items of an order have this code. `done_elsewhere`: another order did the work.
 * `unattributed`: it is unknown which order did it.
 */
const headlinesOfCodes: Readonly<Record<string, RegExp>> = { done_elsewhere: /^↪️/m, unattributed: /^☑️/m };

/**
 * The text mentions an order but does not report its state: an alert, the card of a domain, or that another order must
 * wait.
 */
export const isNotReport = (text: string): boolean =>
	/(?:is still|has an order) in progress|^Status: /m.test(text) || alert.test(text);

const pageSize = 20;

interface Named {
	reference: string;
	domain: string;
	charges: number;
	/** The bot could not find out the outcome for this domain. */
	asked: boolean;
	/** It is unknown which order did the work. */
	unattributed: boolean;
}

/**
 * Each order was confirmed by its owner, or ordered by auto-renew (`auto`) or a standing order, and has an outcome. The last message about
 * it must report this outcome, for several domains that of each one on the shown page.
 */
export const checkNotifiedOnce: Check = async (context, { members }) => {
	const { backend } = context;
	const { ceilings } = mandatedIn(context);
	const rows = await backend.database.sql<
		{ reference: string; personId: number; state: string; code: string | null; auto: boolean; domain: string }[]
	>`
		select p.reference, p.person_id::int as "personId", p.state, (
			select case when count(distinct coalesce(i.code, '')) = 1 then min(i.code) end
			from bot.items i where i.operation_id = p.id
		) as code, exists (
			select from bot.auto_renewal_runs a join bot.items i on i.account_id = a.account_id and i.domain = a.domain
			where i.operation_id = p.id and a.state = 'ordered' and date_trunc('milliseconds', a.created_at) = date_trunc('milliseconds', p.confirmed_at)
		) as auto, (select min(i.domain) from bot.items i where i.operation_id = p.id) as domain from bot.operations p
		where p.confirmed_at is not null
			or exists (select from bot.items i where i.operation_id = p.id and i.phase <> 'open')`;
	const lists = await namesOfLists(backend);
	return rows.flatMap(({ reference, personId, state, code, auto, domain }) => {
		const headline = headlinesOfCodes[code ?? ""] ?? headlines[state];
		const member = members.find(({ id }) => id === personId);
		if (!headline || !member) return [`${reference} was confirmed and is ${state}`];
		if (state === "withdrawn" && !member.withdrew.has(reference)) {
			return [`${reference} was withdrawn, and ${member.name} never withdrew it`];
		}
		const isMandated = member.paid.has(domain) || ceilings.has(domain);
		if (!auto && !isMandated && !member.confirmed.has(reference))
			return [`${reference} was confirmed, and ${member.name} never confirmed it`];
		const about = textsFor(backend.telegram, personId).filter((text) => text.includes(reference) && !isNotReport(text));
		const last = about.at(-1) ?? "";
		const { marks, rest } = readMarks(last);
		if (!headline.test(rest))
			return [`${reference} is ${state}, and the last message to ${member.name} about it is: ${last}`];
		const asked = member.messages().some(({ text = "", keyboard = [] }) => {
			// A list of changes to undo leads back to the buttons that answer.
			const leads = /Check again|^↩️ (?!Undo change)/;
			return text.includes(reference) && keyboard.flat().some((button) => leads.test(button.text));
		});
		if (state === "needs_human" && !asked)
			return [`${reference} waits for ${member.name}, who has no buttons to answer`];
		const names = lists.get(reference) ?? [];
		return names.flatMap((name) => {
			const mark = marks.get(name.domain) ?? "nothing";
			const isOnOtherPage = mark === "nothing" && names.length > pageSize;
			if (isRight(name, mark) || isOnOtherPage) return [];
			const happened = name.asked ? "to be asked about" : `charged ${name.charges} times`;
			return [`${name.domain} of ${reference} was ${happened}, and ${member.name} sees ${mark} for it in: ${last}`];
		});
	});
};

/** The keys are the orders' references. `charges`: how often the service charged for the domain. */
async function namesOfLists({ database }: RunContext["backend"]): Promise<ReadonlyMap<string, Named[]>> {
	const rows = await database.sql<Named[]>`
		select p.reference, i.domain, b.phase = 'needs_human' and i.phase = 'open' as asked,
			i.phase = 'succeeded' and i.code is not distinct from 'unattributed' as unattributed, (
			select count(*)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) = b.key and o.domain = i.domain and o.state = 'done'
		) as charges
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where p.kind in ('register', 'renew') and i.phase <> 'accepted'
			and (select count(*) from bot.items other where other.operation_id = p.id) > 1`;
	return Map.groupBy(rows, ({ reference }) => reference);
}

function isRight({ asked, charges, unattributed }: Named, mark: string): boolean {
	if (asked) return mark === "✋";
	if (unattributed) return mark === "✅";
	return charges > 0 ? mark === "✅" : mark === "❌" || mark === "▫️";
}

/** `marks` maps each domain to the emoji at the start of its line. `rest` is the text without these lines. */
function readMarks(text: string): { marks: ReadonlyMap<string, string>; rest: string } {
	const line = /^(\S+) <b>([^<]+)<\/b>(?= · | — |$)/;
	const lines = text.split("\n");
	const marks = lines.flatMap((each) => {
		const [, mark, domain] = line.exec(each) ?? [];
		return mark !== undefined && domain !== undefined ? [[domain, mark] as const] : [];
	});
	return { marks: new Map(marks), rest: lines.filter((each) => !line.test(each)).join("\n") };
}

/** With edited messages, oldest first. */
export function textsFor({ calls }: RunContext["backend"]["telegram"], personId: number): string[] {
	return calls
		.filter(
			({ ok, method, params }) => ok && /Text$|^sendMessage$/.test(method) && Number(params["chat_id"]) === personId,
		)
		.map(({ params }) => String(params["text"]));
}
