import { quiet, type RunContext } from "./context.ts";
import { executedKeys } from "./executed.ts";
import type { Member } from "./members.ts";
import { rest } from "./rest.ts";

interface Asked {
	reference: string;
	personId: number;
	kind: string;
	domain: string;
	key: string;
	charges: number;
}

/**
 * The answers are true, because the simulation knows each outcome from the service. Some people do not answer.
 *
 * Returns a sentence for each order about which the bot asks again, and for each piece of work that the bots do not
 * finish.
 */
export async function answerAll(context: RunContext, members: readonly Member[]): Promise<string[]> {
	const asked = Map.groupBy(await askedAbout(context), ({ reference }) => reference);
	const executed = await executedKeys(context);
	const answered: string[] = [];
	for (const [reference, items] of asked) {
		const who = members.find(({ id }) => id === items[0]?.personId);
		if (!who || who.random.chance(0.3)) continue;
		const done = items.map((item) => isDone(executed, item));
		const allAlike = new Set(done).size === 1;
		const labels = allAlike
			? [done[0] ? /It went through|All went through/ : /It failed|All failed/]
			: items.map(({ domain }, index) => new RegExp(`${done[index] ? "✅" : "❌"} ${domain}`));
		let allTapped = true;
		for (const label of labels) {
			// For the last open domain of a list, the bot shows the same buttons as for an order of one domain.
			const last = label === labels.at(-1) && labels.length > 1;
			const wanted = last ? (done.at(-1) ? /It went through/ : /It failed/) : label;
			allTapped &&= who.answers(reference, wanted);
			await quiet(context);
		}
		if (allTapped) answered.push(reference);
	}
	if (answered.length === 0) return [];
	const hanging = await rest(context);
	const still = new Set((await askedAbout(context)).map(({ reference }) => reference));
	return [
		...hanging,
		...answered.filter((each) => still.has(each)).map((each) => `${each} is still asked about after it was answered`),
	];
}

async function askedAbout({ backend }: RunContext): Promise<Asked[]> {
	return await backend.database.sql<Asked[]>`
		select p.reference, p.person_id::int as "personId", p.kind, i.domain, b.key, (
			select count(*)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) = b.key and o.domain = i.domain and o.state = 'done'
		) as charges
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where b.phase = 'needs_human' and i.phase = 'open'`;
}

/**
 * A registration or renewal was executed if there is a charge. Other orders cost nothing, so they were executed if the
 * service answered with success.
 */
function isDone(executed: ReadonlySet<string>, { kind, key, charges }: Asked): boolean {
	if (kind === "register" || kind === "renew") return charges > 0;
	return executed.has(key);
}
