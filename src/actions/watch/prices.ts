import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import { peopleOf } from "../../store/accounts.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { listedPrices, recordPrices, type SeenPrice } from "../../store/prices.ts";
import { peopleToRemind } from "../../store/reminders.ts";
import { troubleWith } from "../access.ts";
import { refreshListing } from "../domain/portfolio.ts";
import type { WatchDeclaration } from "./kind.ts";
import { nextLook } from "./schedule.ts";

const dayMs = 24 * 3_600_000;
/**
 * The stored list of domains is not read again if it is at most this old. The expiry check has usually just read it.
 */
const freshListMs = 3_600_000;
/** The check of prices runs this long after the morning's check of expiry dates. */
const afterMs = 15 * 60_000;

/**
 * The daily check of prices. Reads the price list and the renewal prices of the account's domains, stores changes, and
 * reports sharp rises. It runs after the morning's expiry check, and uses the list of domains that the expiry check has
 * read.
 */
export const prices: WatchDeclaration = {
	everyMs: dayMs,

	async look({ deps, watch, access, options, now }) {
		const { accountId } = watch;
		const isFresh = (at: Date | null) => at !== null && now.getTime() - at.getTime() < freshListMs;
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
			nextAt: new Date(nextLook(now, await peopleToRemind(deps.db, accountId), deps.random).getTime() + afterMs),
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
