import { alert } from "../person.ts";
import type { Play } from "../play.ts";
import type { Check } from "./index.ts";

/** How the message of an operation begins when its person knows how it ended. */
const headlines: Readonly<Record<string, RegExp>> = {
	succeeded: /^✅/m,
	failed: /^❌/m,
	withdrawn: /^▫️/m,
	lapsed: /^⌛/m,
	needs_human: /^✋/m,
};

/** The same where all of its names have this code, and so are, or may be, the work of another order. */
const headlinesOfCodes: Readonly<Record<string, RegExp>> = { done_elsewhere: /^↪️/m, unattributed: /^☑️/m };

/** What another order is answered with names the one that it has to wait for; so does what the service tells by itself. */
export const isElsewhere = (text: string): boolean => /already under way/.test(text) || alert.test(text);

/** A message shows so many names of a list; the others are on its other pages. */
const pageSize = 20;

interface Named {
	reference: string;
	domain: string;
	charges: number;
	/** Nobody knows, and its person is asked. */
	asked: boolean;
	/** Nothing shows which order did it. */
	unattributed: boolean;
}

/**
 * Every confirmed operation was agreed to by its own person, has an outcome, and that is the last word in their chat; of
 * several names each one's own.
 */
export const checkTold: Check = async ({ stage }, { members }) => {
	const rows = await stage.database.sql<{ reference: string; personId: number; state: string; code: string | null }[]>`
		select p.reference, p.person_id::int as "personId", p.state, (
			select case when count(distinct coalesce(i.code, '')) = 1 then min(i.code) end
			from bot.items i where i.operation_id = p.id
		) as code from bot.operations p
		where p.confirmed_at is not null
			or exists (select from bot.items i where i.operation_id = p.id and i.phase <> 'open')`;
	const lists = await namesOfLists(stage);
	return rows.flatMap(({ reference, personId, state, code }) => {
		const headline = headlinesOfCodes[code ?? ""] ?? headlines[state];
		const member = members.find(({ id }) => id === personId);
		if (!headline || !member) return [`${reference} was confirmed and is ${state}`];
		if (state === "withdrawn" && !member.tookBack.has(reference)) {
			return [`${reference} was withdrawn, and ${member.name} never took it back`];
		}
		if (!member.agreed.has(reference)) return [`${reference} was confirmed, and ${member.name} never agreed to it`];
		const about = textsFor(stage.telegram, personId).filter((text) => text.includes(reference) && !isElsewhere(text));
		const last = about.at(-1) ?? "";
		const { marks, rest } = readItems(last);
		if (!headline.test(rest)) return [`${reference} is ${state}, and the last that ${member.name} read was: ${last}`];
		const asked = member.messages().some(({ text = "", keyboard = [] }) => {
			return text.includes(reference) && keyboard.flat().some((button) => button.text.includes("Look again"));
		});
		if (state === "needs_human" && !asked) return [`${reference} needs ${member.name}, who has no buttons`];
		const names = lists.get(reference) ?? [];
		return names.flatMap((name) => {
			const mark = marks.get(name.domain) ?? "nothing";
			const isElsewhereInList = mark === "nothing" && names.length > pageSize;
			if (isRight(name, mark) || isElsewhereInList) return [];
			const happened = name.asked ? "to be answered for" : `charged ${name.charges} times`;
			return [`${name.domain} of ${reference} was ${happened}, and ${member.name} read ${mark} of it in: ${last}`];
		});
	});
};

/** Of orders of more than one name, as the service's own ledger has them. */
async function namesOfLists({ database }: Play["stage"]): Promise<ReadonlyMap<string, Named[]>> {
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

/** The mark of each name of a list, and what else the message says. */
function readItems(text: string): { marks: ReadonlyMap<string, string>; rest: string } {
	const line = /^(\S+) <b>([^<]+)<\/b>(?= · | — |$)/;
	const lines = text.split("\n");
	const marks = lines.flatMap((each) => {
		const [, mark, domain] = line.exec(each) ?? [];
		return mark !== undefined && domain !== undefined ? [[domain, mark] as const] : [];
	});
	return { marks: new Map(marks), rest: lines.filter((each) => !line.test(each)).join("\n") };
}

/** What was shown to a person, oldest first; a message may have given way to another one since. */
export function textsFor({ calls }: Play["stage"]["telegram"], personId: number): string[] {
	return calls
		.filter(
			({ ok, method, params }) => ok && /Text$|^sendMessage$/.test(method) && Number(params["chat_id"]) === personId,
		)
		.map(({ params }) => String(params["text"]));
}
