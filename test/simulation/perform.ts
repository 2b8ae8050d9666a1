import { allActions } from "./actions.ts";
import type { RunContext } from "./context.ts";
import type { Member } from "./members.ts";
import { peopleWithoutCrowd } from "./people.ts";
import { specialActions } from "./special-actions.ts";
import { orderUnanswered } from "./unanswered.ts";
import { sleep } from "./waits.ts";

/** Each person writes three messages in a row. Meanwhile one bot loses its leadership, and another must take over. */
async function crowd({ fleet, trace }: RunContext, people: readonly Member[]): Promise<void> {
	trace.note(`${people.length} people write at once`);
	const asks = people.map(async (who) => {
		for (let time = 1; time <= 3; time += 1) {
			const domain = who.random.pick(who.account.owned);
			const free = `crowd-${who.random.whole(1, 9_999)}`;
			const names = Array.from({ length: 5 }, (_, index) => `${free}-${index}.com`).join(" ");
			await who.asks(who.random.pick(["/account", "/domains", `/dns ${domain}`, names, `/renew ${domain} 1`]), /./);
		}
	});
	await sleep(300);
	fleet.loseLeadership();
	await Promise.all(asks);
}

/**
 * Runs random actions one after another. In most steps, a second person acts at the same time. One world in four ends
 * with an order whose answer is lost.
 */
export async function perform(context: RunContext, members: readonly Member[]): Promise<void> {
	const draw = context.random.fork("deeds");
	const [first] = members;
	if (first && members.length > peopleWithoutCrowd) await crowd(context, first.account.people);
	const special = specialActions[context.situation] ?? [];
	for (let step = draw.whole(4, 8); step > 0; step -= 1) {
		const who = draw.pick(members);
		if (special.length > 0 && draw.chance(0.5)) {
			await draw.pick(special)(context, who);
			continue;
		}
		const action = draw.pick(allActions);
		const other = draw.chance(0.6) ? draw.pick(members) : who;
		const concurrently = draw.pick(allActions);
		const both = other === who ? [action(context, who)] : [action(context, who), concurrently(context, other)];
		await Promise.all(both);
	}
	if (context.random.fork("unanswered").chance(0.25)) await orderUnanswered(context, members);
}
