import { knownSince } from "../../store/domains.ts";
import { buyOf, isBought } from "../../store/name-watches.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { leaseOtherNames, saveLook, type Watch } from "../../store/watches.ts";
import { ask } from "../access.ts";
import { lookUp } from "../search/look-up.ts";
import { offersOf } from "../search/offer.ts";
import type { Offer } from "../search/types.ts";
import type { Trouble } from "../trouble.ts";
import { buy } from "./buy.ts";
import type { Look, WatchDeclaration } from "./kind.ts";
import { decideName, type NameAnswer, nameAnswerOf, underCentsOf } from "./name-rule.ts";

const everyMs = 15 * 60_000;
/** One check also covers the person's other watched names in the same account, if they are due within this time. */
const windowMs = 5 * 60_000;
/**
 * One check covers several watches. If it fails, the watch that ran the check retries soon, and the other watches wait
 * this long. The retry also covers those of them that are due by then.
 */
const pauseMs = 10 * 60_000;
const batchSize = 100;

/**
 * Searches for the names that the person watches and that are due soon, in calls of 100 names. Reports those that are
 * now available within their price limit.
 */
export const name: WatchDeclaration = {
	everyMs,

	async look(look) {
		const { deps, watch, now } = look;
		const others = await leaseOtherNames(deps.db, watch, windowMs);
		const due = [watch, ...others];
		const found = await offersFor(
			look,
			due.map(({ subject }) => subject),
		);
		if ("kind" in found) {
			const nextAt = new Date(now.getTime() + pauseMs);
			const failure = found.trouble === "paced" ? null : found.trouble;
			await deps.db.transaction(async (tx) => {
				for (const each of others) await saveLook(tx, each, { failure, nextAt });
			});
			return found;
		}
		const judged: Judged[] = [];
		// One after another, because a purchase takes several calls.
		for (const each of due) judged.push(await judge(look, each, found.get(each.subject)));
		const [own, ...rest] = judged;
		if (!own) return { kind: "unfinished", afterMs: everyMs };
		return {
			kind: "answer",
			answer: { ...own.answer },
			...(own.isOwned && { nextAt: null }),
			async record(tx) {
				const reported = own.report ? [own.watch] : [];
				for (const { watch: other, answer, isOwned, report } of rest) {
					const isOver = isOwned || (other.endsAt !== null && other.endsAt <= now);
					const nextAt = isOver ? null : new Date(now.getTime() + everyMs);
					const saved = await saveLook(tx, other, { answer: { ...answer }, failure: null, nextAt });
					if (saved && report) reported.push(other);
				}
				for (const { id, personId } of reported) {
					if (personId === null) continue;
					const subject = { kind: "name", id } as const;
					const rows = await addNotificationsAsNewMessages(tx, [personId], subject, now.toISOString());
					await deps.enqueue(tx, "bot.outbox", rows);
				}
			},
		};
	},
};

/**
 * Decides what the service's offer for a name (availability and price) means for a watch of this name. `isOwned`: true
 * if the account got the domain after the watch began. The watch then ends without a notification.
 */
async function judge(look: Look, watch: Watch, offer: Offer | undefined): Promise<Judged> {
	const { deps, now } = look;
	const order = buyOf(watch);
	const isOwned =
		(await knownSince(deps.db, watch.accountId, watch.subject, watch.createdAt)) ||
		(order !== null && (await isBought(deps.db, order)));
	const last = nameAnswerOf(watch.answer);
	if (!order) {
		const decided = decideName(last, offer ?? null, { underCents: underCentsOf(watch), now });
		return { watch, isOwned, answer: decided.answer, report: decided.report && !isOwned };
	}
	const asked = offer?.available && !isOwned ? await buy(look, watch, offer) : null;
	// A standing order reports at any price, but only if the person must decide: once, as a watch without a limit.
	const decided = decideName(last, offer ?? null, { underCents: null, now });
	if (asked) return { watch, isOwned, answer: { ...decided.answer, asked }, report: decided.report };
	const { reportedUnder: _, ...answer } = decided.answer;
	const kept = last?.reportedUnder === undefined ? {} : { reportedUnder: last.reportedUnder };
	return { watch, isOwned, answer: { ...answer, ...kept }, report: false };
}

interface Judged {
	watch: Watch;
	isOwned: boolean;
	answer: NameAnswer;
	report: boolean;
}

/** Returns the offers by name, without the names for which the service returned no offer. */
async function offersFor({ deps, access, options }: Look, names: string[]): Promise<Map<string, Offer> | Trouble> {
	const facts = [];
	for (let from = 0; from < names.length; from += batchSize) {
		const part = names.slice(from, from + batchSize);
		const result = await ask(deps, access, () => lookUp(access.client, part, options));
		if (result.kind !== "ok") return result;
		for (const item of result.value) if (item.kind === "offer") facts.push(item.offer);
	}
	const lacksPrice = facts.some((each) => each.available === true && each.registerCents === null);
	const list = lacksPrice ? await ask(deps, access, () => access.client.zones(options)) : null;
	const offers = offersOf(facts, list?.kind === "ok" ? list.value : []);
	return new Map(offers.map((each) => [each.domain, each]));
}
