import type { Member } from "./cast.ts";
import { type Play, quiet } from "./play.ts";
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
 * Whoever is asked what became of an order looks it up at the service and says so, most of the time. Then nobody asks
 * them any more. Of a list all names may have the same answer, or each one of its own.
 */
export async function answerAll(play: Play, members: readonly Member[]): Promise<string[]> {
	const asked = Map.groupBy(await askedAbout(play), ({ reference }) => reference);
	const answered: string[] = [];
	for (const [reference, items] of asked) {
		const who = members.find(({ id }) => id === items[0]?.personId);
		if (!who || who.random.chance(0.3)) continue;
		const done = items.map((item) => isDone(play, item));
		const alike = new Set(done).size === 1;
		const words = alike
			? [done[0] ? /It happened|All of it happened/ : /It did not|None of it did/]
			: items.map(({ domain }, index) => new RegExp(`${done[index] ? "✅" : "❌"} ${domain}`));
		let said = true;
		for (const word of words) {
			// What is left after one answer may be the only thing asked about, with the buttons for that.
			const last = word === words.at(-1) && words.length > 1;
			const own = last ? (done.at(-1) ? /It happened/ : /It did not/) : word;
			said &&= who.answers(reference, own) && (await quiet(play));
		}
		if (said) answered.push(reference);
	}
	if (answered.length === 0) return [];
	const unrest = await rest(play);
	const still = new Set((await askedAbout(play)).map(({ reference }) => reference));
	return [
		...unrest,
		...answered.filter((each) => still.has(each)).map((each) => `${each} is still asked about, after it was answered`),
	];
}

async function askedAbout({ stage }: Play): Promise<Asked[]> {
	return await stage.database.sql<Asked[]>`
		select p.reference, p.person_id::int as "personId", p.kind, i.domain, b.key, (
			select count(*)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) = b.key and o.domain = i.domain and o.state = 'done'
		) as charges
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where b.phase = 'needs_human' and i.phase = 'open'`;
}

/** What the service itself knows of it. */
function isDone({ watch }: Play, { kind, key, charges }: Asked): boolean {
	if (kind === "register" || kind === "renew") return charges > 0;
	return watch.passages.some((passage) => passage.key === key && passage.statuses.includes(200));
}
