import { isBehind, type ReadState } from "@domains/dns/behind.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import type { Kind } from "../../rules/operation/state.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { frozenDomains } from "../../store/freezes.ts";
import { lockHolders } from "../../store/item-locks.ts";
import { recentChangesByDomain } from "../../store/operation-lists.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { type Access, troubleWith } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import { checkPlan } from "../nameservers/check-plan.ts";
import { isAboutDomain } from "../operation/kinds/kind.ts";
import { readRecords } from "../operation/kinds/records.ts";
import type { FailedResult } from "../trouble.ts";
import { saveQuote } from "./save-quote.ts";
import type { ListPlanResult, SkippedName } from "./types.ts";

/** The planned change of one domain, or the reason why the plan skips it. */
export type Planned = { change: PlannedChange } | { skipped: SkippedName["reason"] };

/** One of the domains to change, with the state that the service shows now. */
export interface ListedDomain {
	domain: string;
	facts: DomainFacts;
	/** True if `shown`, a read of the domain, lacks a change that the bot made in the last minutes. */
	isBehind(shown: ReadState): boolean;
	/**
	 * Makes a call that reads this domain. Returns undefined if the service refuses it or does not answer, or if the time
	 * for such reads is over. After a failure that is not about the domain, further reads return undefined at once.
	 */
	read<Value>(
		call: (
			client: Access["client"],
			options: ReturnType<typeof waiting>,
		) => Promise<FailedResult | { kind: "ok"; value: Value }>,
	): Promise<Value | undefined>;
}

/**
 * The time limit, in milliseconds, for reading domains one by one while a person waits. The rate limit allows about
 * seven reads a second, so there are at most about 50 reads.
 */
const readFor = 8_000;

/**
 * Plans a change of DNS, nameservers or edge profile for several domains. The result is one operation with a request
 * for each domain. Skips a domain, with the reason, in these cases:
 * - It is not in the account, or another operation locks it.
 * - The registrar has blocked it.
 * - A person has frozen it (stopped its new orders), and there are other domains.
 * - `plan` returns a reason.
 */
export async function planChanges(
	deps: Deps,
	{ personId, access, kind }: { personId: number; access: Access; kind: Exclude<Kind, "register" | "renew"> },
	domains: readonly string[],
	plan: (listed: ListedDomain) => Promise<Planned>,
): Promise<ListPlanResult> {
	const { account, client } = access;
	const wanted = [...new Set(domains)];
	const held = new Set((await lockHolders(deps.db, account.id, "zone", wanted)).map((each) => each.domain));
	const locked = await lockedDomains(deps, account.id, wanted);
	const free = wanted.filter((domain) => !held.has(domain) && !locked.has(domain));
	const records = await readRecords({ client, options: waiting(deps) }, free);
	if (records.kind === "bad") return troubleWith(deps, access, records.result);
	const recent = await recentChangesByDomain(deps.db, {
		accountId: account.id,
		domains: free,
		withinMs: timeLimits.settling,
	});
	const read = readerOf(deps, access);
	const skipped: SkippedName[] = [];
	const items: { domain: string; lock: "zone"; change: PlannedChange }[] = [];
	for (const domain of wanted) {
		const facts = records.byName.get(domain);
		const planned = await planOne();
		if ("skipped" in planned) skipped.push({ domain, reason: planned.skipped });
		else items.push({ domain, lock: "zone", change: planned.change });

		async function planOne(): Promise<Planned> {
			if (held.has(domain)) return { skipped: "busy" };
			if (locked.has(domain)) return { skipped: "locked" };
			if (!facts) return { skipped: "not_yours" };
			if (facts.status === "blocked") return { skipped: "blocked" };
			const written = recent.get(domain) ?? [];
			return plan({ domain, facts, read, isBehind: (shown) => isBehind(written, shown, zoneOf(domain)) });
		}
	}
	if (items.length === 0) return { kind: "nothing", skipped };
	const servers = await checkPlan(deps, account, items);
	const quote = { totalCents: 0, balanceCents: null, expected: false, ...(servers && { servers }) };
	return { kind: "quoted", operation: await saveQuote(deps, { personId, account, kind, quote, items }), skipped };
}

/**
 * Returns those of the domains that a person has frozen. If there is only one domain, returns none, so that its change
 * can be planned. The freeze then prevents the confirmation, and the screen says who froze the domain.
 */
export async function lockedDomains(
	{ db }: Pick<Deps, "db">,
	accountId: number,
	domains: readonly string[],
): Promise<ReadonlySet<string>> {
	return domains.length > 1 ? await frozenDomains(db, accountId, domains) : new Set();
}

function readerOf(deps: Deps, { client }: Access): ListedDomain["read"] {
	const until = Date.now() + readFor;
	let stopped = false;
	return async (call) => {
		if (stopped || Date.now() > until) return undefined;
		// `waiting` gives each call its own deadline of 6 seconds. With one such deadline for all calls together, the reads
		// would end before the `readFor` milliseconds are over.
		const result = await call(client, waiting(deps));
		if (result.kind === "ok") return result.value;
		stopped = !isAboutDomain(result);
		return undefined;
	};
}

/**
 * Returns the nameservers of a domain. Most services show them in the list of domains, which was already read. If the
 * list does not contain them, reads them with another call.
 */
export async function readServers({
	domain,
	facts,
	read,
}: ListedDomain): Promise<Pick<ReadState, "nameservers" | "mode">> {
	const { nameservers, dnsMode: mode } = facts;
	const dns = nameservers.length > 0 ? undefined : await read((client, options) => client.dns(domain, options));
	return dns ?? { nameservers, mode };
}
