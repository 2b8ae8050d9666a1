import { dayMs } from "../../rules/local-time.ts";
import { isSameExpiry } from "../../rules/operation/timing.ts";
import { recordSeenDomain } from "../../store/domains.ts";
import { addNotifications } from "../../store/notifications.ts";
import {
	type AskReason,
	addRun,
	dueAutoRenewals,
	lockAutoRenewal,
	peopleToRemind,
	unlistDomain,
} from "../../store/renewals.ts";
import { troubleWith } from "../access.ts";
import { mayUseBot } from "../deps.ts";
import { confirmIf, reasonOf } from "../operation/confirm.ts";
import { isAboutDomain } from "../operation/kinds/kind.ts";
import { quoteLines } from "../quote/orders.ts";
import { isPassing, type Trouble } from "../trouble.ts";
import type { Look, WatchDeclaration } from "./kind.ts";
import { nextLook } from "./schedule.ts";

/**
 * The check for auto-renew runs this long after the morning's check of expiry dates. If many domains are due, this is
 * also the pause between two checks on the same morning.
 */
const afterMs = 30 * 60_000;
/** The maximum number of domains that one check handles. Each domain takes about four calls to the service. */
const mostAtOnce = 10;

interface Due {
	domain: string;
	personId: number;
	premium: boolean;
}

/**
 * The daily check for auto-renew. Renews the domains that expire soon and have auto-renew. The bot must not renew some
 * domains by itself, for example a domain that became premium. For these, it asks the person to decide.
 */
export const renewal: WatchDeclaration = {
	everyMs: dayMs,

	async look(look) {
		const { deps, watch, options, now } = look;
		const due = await dueAutoRenewals(deps.db, watch.accountId);
		for (const each of due.slice(0, mostAtOnce)) {
			if (options.signal?.aborted) return { kind: "unfinished", afterMs: 0 };
			const trouble = await renew(look, each);
			if (trouble) return trouble;
		}
		// A domain that could not be renewed now, for example because another operation locks it, stays due. So the next
		// check must not follow at once: it always comes after a pause.
		const people = await peopleToRemind(deps.db, watch.accountId);
		const morning = new Date(nextLook(now, people, deps.random).getTime() + afterMs);
		const nextAt = due.length > mostAtOnce ? new Date(now.getTime() + afterMs) : morning;
		return { kind: "answer", answer: { due: due.length }, nextAt };
	},
};

/**
 * Renews one domain, asks the person about it, or leaves it for the next check. Returns a `Trouble` if the whole check
 * must end.
 */
async function renew(look: Look, { domain, personId, premium }: Due): Promise<Trouble | null> {
	const { deps, watch, access, options } = look;
	const { accountId } = watch;
	if (!mayUseBot(deps, personId)) return null;
	const read = await access.client.domain(domain, options);
	if (read.kind !== "ok") {
		if (!isAboutDomain(read)) return troubleWith(deps, access, read);
		await unlistDomain(deps.db, accountId, domain);
		return null;
	}
	const { status, expiresAt } = read.value;
	await recordSeenDomain(deps.db, { accountId, domain, status, expiresAt });
	if (!expiresAt) return null;
	const run = { accountId, domain, personId, expiresAt };
	// The date just read may show that the domain was renewed elsewhere.
	if ((await deps.db.transaction((tx) => lockAutoRenewal(tx, run, null))) === null) return null;
	if (status === "blocked") return ask(look, run, "blocked");
	if (premium) return ask(look, run, "premium");
	const quoted = await quoteLines(deps, personId, "renew", [{ domain, years: 1 }], { accountId });
	if (quoted.kind === "trouble") return isPassing(quoted) ? quoted : null;
	const [only] = quoted.kind === "nothing" ? quoted.skipped : [];
	if (only?.reason === "no_price") return ask(look, run, "unknown");
	const quote = quoted.kind === "quoted" ? quoted.operation.quote : null;
	if (quoted.kind !== "quoted" || !quote) return null;
	const { id: operationId, items } = quoted.operation;
	let isDear = false;
	const input = { personId, operationId, number: quote.number };
	const result = await confirmIf(deps, input, async (tx) => {
		const ceilingCents = await lockAutoRenewal(tx, run, operationId);
		// The domain may have been renewed between the first read and the quote, which then shows a later date.
		const isForRun = items.every(({ paidUntil }) => paidUntil !== null && isSameExpiry(paidUntil, expiresAt));
		if (ceilingCents === null || !isForRun) return false;
		isDear = quote.totalCents > ceilingCents;
		if (isDear) return false;
		await addRun(tx, { ...run, reason: null });
		return true;
	});
	const reason = isDear ? "ceiling" : result && reasonOf(result);
	return reason ? ask(look, run, reason) : null;
}

/**
 * Asks the person whether to renew a domain, once for each expiry date. Does nothing if the domain is not due, for
 * example because auto-renew was turned off meanwhile.
 */
async function ask(
	{ deps }: Look,
	run: { accountId: number; domain: string; personId: number; expiresAt: Date },
	reason: AskReason,
): Promise<null> {
	await deps.db.transaction(async (tx) => {
		if ((await lockAutoRenewal(tx, run, null)) === null) return;
		const id = await addRun(tx, { ...run, reason });
		const rows = await addNotifications(tx, [run.personId], { kind: "renewal", id }, "asked");
		await deps.enqueue(tx, "bot.outbox", rows);
	});
	return null;
}
