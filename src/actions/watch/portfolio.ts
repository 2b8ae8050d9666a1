import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import { dayMs, isDaytime, localTime } from "../../rules/local-time.ts";
import { isWithin } from "../../rules/operation/timing.ts";
import { peopleOf } from "../../store/accounts.ts";
import { recordSeenDomain } from "../../store/domains.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { listedPrices, recordPrices, type SeenPrice } from "../../store/prices.ts";
import { addReminder, delayReminder, peopleToRemind, undatedDomains, unlistDomain } from "../../store/renewals.ts";
import { troubleWith } from "../access.ts";
import { refreshListing } from "../domain/domains.ts";
import { isAboutDomain } from "../operation/kinds/kind.ts";
import type { Trouble } from "../trouble.ts";
import type { Look, WatchDeclaration } from "./kind.ts";
import { nextLook, pricesAfterMs, spreadMs } from "./schedule.ts";

/** The maximum number of domains that one check reads one by one. It reads about three a second. */
const readsPerLook = 100;
/**
 * The delay of a reminder to a person with several accounts. The morning checks of these accounts are spread over
 * `spreadMs`. After this delay, all of them have added their domains to the reminder.
 */
const gatherMs = spreadMs + 5 * 60_000;
/**
 * The stored list of domains is current if the bot began to read it at most this long ago. `refreshListing` reads a
 * long list again only after ten minutes. The eleventh minute is a margin.
 */
const freshListMs = 11 * 60_000;
/**
 * Expiry dates that were read one by one count as current for this long. A check of 10,000 domains takes most of an
 * hour, and its first dates must still count at its end.
 */
const freshReadMs = 3_600_000;

/**
 * The daily check of an account's expiry dates. Reads the domains and the balance once for all connected people. Then
 * adds the domains that expire soon to the reminders of the day.
 * - Only people who want reminders, and for whom it is daytime, get one.
 * - A person may get a second reminder on the same day. It is only for domains that expire within a day, in an account
 *   that was checked later.
 * - A reminder contains only dates that this check confirmed. So it never reports a domain that was renewed elsewhere.
 */
export const expiry: WatchDeclaration = {
	everyMs: dayMs,

	async look(look) {
		const { deps, watch, access, options, now } = look;
		const { trouble, listedAt } = await refreshListing(deps, access, options);
		if (trouble) return trouble;
		// `refreshListing` reads at most 24 pages per call. The next check continues a longer list.
		if (listedAt === null || !isWithin(listedAt, freshListMs, now)) return { kind: "unfinished", afterMs: 0 };
		const since = new Date(now.getTime() - freshReadMs);
		const dated = await readDates(look, since);
		if (dated !== "all") return dated;
		const account = await access.client.account(options);
		if (account.kind !== "ok") return troubleWith(deps, access, account);
		const people = await peopleToRemind(deps.db, watch.accountId);
		return {
			kind: "answer",
			answer: { listedAt: listedAt.toISOString() },
			nextAt: nextLook(now, people, deps.random),
			async record(tx) {
				for (const { personId, timeZone, wants, checkedOn, several } of people) {
					const time = localTime(now, timeZone);
					if (!wants || !isDaytime(time) || (checkedOn !== null && checkedOn >= time.day)) continue;
					const check = { personId, accountId: watch.accountId, day: time.day, since };
					const added = await addReminder(tx, check);
					if (!added) continue;
					const { id, late } = added;
					const key = late ? `late ${watch.accountId}` : "expiry";
					const rows = await addNotificationsAsNewMessages(tx, [personId], { kind: "reminder", id }, key);
					if (several && !late) await delayReminder(tx, id, gatherMs);
					else await deps.enqueue(tx, "bot.outbox", rows);
				}
			},
		};
	},
};

/**
 * Reads up to `readsPerLook` expiry dates that the list of domains does not show. Returns `all` if none is left to
 * read.
 */
async function readDates(
	{ deps, watch: { accountId }, access, options }: Look,
	since: Date,
): Promise<"all" | { kind: "unfinished"; afterMs: number } | Trouble> {
	const names = await undatedDomains(deps.db, accountId, { since, most: readsPerLook });
	for (const domain of names) {
		const result = await access.client.domain(domain, options);
		if (result.kind === "ok") {
			const { status, expiresAt } = result.value;
			await recordSeenDomain(deps.db, { accountId, domain, status, expiresAt });
		} else if (isAboutDomain(result)) await unlistDomain(deps.db, accountId, domain);
		else return troubleWith(deps, access, result);
	}
	return names.length < readsPerLook ? "all" : { kind: "unfinished", afterMs: 0 };
}

/**
 * The stored list of domains is not read again if it is at most this old. The expiry check has usually just read it.
 */
const pricedListMs = 3_600_000;

/**
 * The daily check of prices. Reads the price list and the renewal prices of the account's domains, stores changes, and
 * reports sharp rises. It runs after the morning's expiry check, and uses the list of domains that the expiry check has
 * read.
 */
export const prices: WatchDeclaration = {
	everyMs: dayMs,

	async look({ deps, watch, access, options, now }) {
		const { accountId } = watch;
		const isFresh = (at: Date | null) => isWithin(at, pricedListMs, now);
		if (!isFresh(access.account.listedAt)) {
			const { trouble, listedAt } = await refreshListing(deps, access, options);
			if (trouble) return trouble;
			// `refreshListing` reads at most 24 pages per call. The next check continues a longer list.
			if (!isFresh(listedAt)) return { kind: "unfinished", afterMs: 0 };
		}
		const list = await access.client.zones(options);
		if (list.kind !== "ok") return troubleWith(deps, access, list);
		const index = indexTlds(list.value.map(({ zone }) => zone));
		const listed = new Map(list.value.map((each) => [each.zone, each]));
		const seen: SeenPrice[] = list.value.map(({ zone, ...price }) => ({ subject: zone, ...price }));
		for (const { domain, renewCents } of await listedPrices(deps.db, accountId)) {
			const tld = listed.get(findTld(domain, index)?.tld ?? "");
			const price = { renewCents: renewCents ?? tld?.renewCents ?? null, premium: tld?.premium ?? false };
			seen.push({ subject: domain, registerCents: null, ...price });
		}
		return {
			kind: "answer",
			nextAt: new Date(nextLook(now, await peopleToRemind(deps.db, accountId), deps.random).getTime() + pricesAfterMs),
			answer: { zones: list.value.length, names: seen.length - list.value.length },
			async record(tx) {
				if (!(await recordPrices(tx, accountId, { seen, at: now }))) return;
				const people = await peopleOf(tx, accountId);
				const at = now.toISOString();
				const subject = { kind: "price", id: accountId } as const;
				const rows = await addNotificationsAsNewMessages(tx, people, subject, at, { at });
				await deps.enqueue(tx, "bot.outbox", rows);
			},
		};
	},
};
