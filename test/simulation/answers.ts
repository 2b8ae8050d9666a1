import type { Member } from "./cast.ts";
import type { Play } from "./play.ts";
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
 * them any more. One button speaks for all of an order, so who would have to say two things leaves it.
 */
export async function answerAll(play: Play, members: readonly Member[]): Promise<string[]> {
	const asked = Map.groupBy(await askedAbout(play), ({ reference }) => reference);
	const answered: string[] = [];
	for (const [reference, items] of asked) {
		const who = members.find(({ id }) => id === items[0]?.personId);
		const [happened, ...others] = new Set(items.map((item) => isDone(play, item)));
		if (!who || happened === undefined || others.length > 0 || who.random.chance(0.3)) continue;
		if (who.answers(reference, happened ? /It happened/ : /It did not/)) answered.push(reference);
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
			where r.key = b.key and o.domain = i.domain and o.state = 'done'
		) as charges
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where b.phase = 'needs_human' and i.phase = 'open'`;
}

/** What the service itself knows of it. */
function isDone({ watch }: Play, { kind, key, charges }: Asked): boolean {
	if (kind === "register" || kind === "renew") return charges > 0;
	return watch.passages.some((passage) => passage.key === key && passage.statuses.includes(200));
}
