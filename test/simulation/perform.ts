import { setTimeout as sleep } from "node:timers/promises";
import { allDeeds } from "./actions.ts";
import { type Member, named } from "./cast.ts";
import type { Play } from "./play.ts";
import { specialDeeds } from "./special-actions.ts";

/** Everybody on the account asks at once, again and again, and in the middle of it somebody else has to answer. */
async function crowd({ fleet, trace }: Play, people: readonly Member[]): Promise<void> {
	trace.note(`${people.length} people ask at once`);
	const asks = people.map(async (who) => {
		for (let time = 1; time <= 3; time += 1) {
			const domain = who.random.pick(who.account.owned);
			const free = `crowd-${who.random.whole(1, 9_999)}`;
			const names = Array.from({ length: 5 }, (_, index) => `${free}-${index}.com`).join(" ");
			await who.asks(who.random.pick(["/account", "/domains", `/dns ${domain}`, names, `/renew ${domain} 1`]), /./);
		}
	});
	await sleep(300);
	fleet.loseLead();
	await Promise.all(asks);
}

/** The deeds of a run, one after another; often two people are busy at the same time. */
export async function perform(play: Play, members: readonly Member[]): Promise<void> {
	const draw = play.random.fork("deeds");
	const [first] = members;
	if (first && members.length > named) await crowd(play, first.account.people);
	const special = specialDeeds[play.situation] ?? [];
	for (let step = draw.whole(4, 8); step > 0; step -= 1) {
		const who = draw.pick(members);
		if (special.length > 0 && draw.chance(0.5)) {
			await draw.pick(special)(play, who);
			continue;
		}
		const deed = draw.pick(allDeeds);
		const other = draw.chance(0.6) ? draw.pick(members) : who;
		const beside = draw.pick(allDeeds);
		const both = other === who ? [deed(play, who)] : [deed(play, who), beside(play, other)];
		await Promise.all(both);
	}
}
