import { parseDomain } from "@domains/contract/names.ts";
import { nameserverStates } from "@domains/dns/ask/look.ts";
import { isBehind, type ReadState } from "@domains/dns/behind.ts";
import { checkOfServers, type Move, type ServersCheck, serverQuestions } from "@domains/dns/servers-check.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import type { Kind } from "../../rules/operation/state.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import type { Account } from "../../store/accounts.ts";
import { frozenDomains } from "../../store/freezes.ts";
import { recentChangesByDomain } from "../../store/operation-lists.ts";
import { lockHolders } from "../../store/operations.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { type Access, troubleWith } from "../access.ts";
import { managedAccount } from "../connection/managed-account.ts";
import { type Deps, waiting } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import { blockIn, storeRecord } from "../domain/domains.ts";
import { isAboutDomain, readRecords } from "../operation/kinds/kind.ts";
import { otherOf } from "../operation/types.ts";
import { isUnknown } from "../trouble.ts";
import { type PlanResult, type Skipped, type SkipReason, saveQuote } from "./save-quote.ts";

/** The planned change of one domain, or the reason why the plan leaves it out. */
type Planned = { change: PlannedChange } | SkipReason;

/** One of the domains to change, with the state that the service shows now. */
interface ListedDomain {
	domain: string;
	facts: DomainFacts;
	/** True if `shown`, a read of the domain, lacks a change that the bot made in the last minutes. */
	isBehind(shown: ReadState): boolean;
	/**
	 * Reads the DNS of this domain. Fails if the time for such reads is over. After a failure that is not about the
	 * domain, further reads fail at once.
	 */
	readDns(): Promise<DnsFacts | SkipReason>;
}

/**
 * The time limit, in milliseconds, for reading domains one by one while a person waits. The rate limit allows about
 * seven reads a second, so there are at most about 50 reads.
 */
const readFor = 8_000;

/**
 * Plans a change of DNS, nameservers or edge profile for one or more domains. The result is one operation with a request
 * for each domain. Skips a domain, with the reason, in these cases:
 * - It is not in the account, or another operation locks it.
 * - The registrar has blocked it.
 * - A person has frozen it (stopped its new orders), and there are other domains.
 * - `plan` returns a reason.
 */
export async function planChanges<Wanted extends { domain: string }>(
	deps: Deps,
	{ personId, access, kind }: { personId: number; access: Access; kind: Exclude<Kind, "register" | "renew"> },
	wanted: readonly Wanted[],
	plan: (listed: ListedDomain, each: Wanted) => Promise<Planned>,
): Promise<PlanResult> {
	const { account, client } = access;
	const byDomain = new Map(
		wanted.map((each) => {
			const parsed = parseDomain(each.domain);
			return [parsed.ok ? parsed.ascii : each.domain, { each, isName: parsed.ok }];
		}),
	);
	const domains = [...byDomain].flatMap(([domain, { isName }]) => (isName ? domain : []));
	const holders = await lockHolders(deps.db, account.id, "zone", domains);
	const held = new Map(holders.map(({ domain, operation }) => [domain, operation]));
	const locked = await lockedDomains(deps, account.id, domains);
	const free = domains.filter((domain) => !held.has(domain) && !locked.has(domain));
	const records = await readRecords({ client, options: waiting(deps) }, free);
	if (records.kind === "bad") return troubleWith(deps, access, records.result);
	const recent = await recentChangesByDomain(deps.db, {
		accountId: account.id,
		domains: free,
		withinMs: timeLimits.settling,
	});
	const { byName } = records;
	const read = readerOf(deps, access);
	const skipped: Skipped[] = [];
	const items: { domain: string; lock: "zone"; change: PlannedChange }[] = [];
	for (const [domain, { each }] of byDomain) {
		const planned = await planOne();
		if ("reason" in planned) skipped.push({ domain, ...planned });
		else items.push({ domain, lock: "zone", change: planned.change });

		async function planOne(): Promise<Planned> {
			const holder = held.get(domain);
			if (holder) return { reason: "busy", other: otherOf(holder, personId, "zone") };
			if (locked.has(domain)) return { reason: "locked" };
			const facts = byName.get(domain);
			if (!facts) return { reason: "not_yours" };
			const block = facts.status === "blocked" && blockIn(await storeRecord(deps, access, facts));
			if (block) return { reason: "blocked", block };
			const written = recent.get(domain) ?? [];
			const isBehindOurs = (shown: ReadState) => isBehind(written, shown, zoneOf(domain));
			return plan({ domain, facts, isBehind: isBehindOurs, readDns: () => read(domain) }, each);
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

function readerOf(deps: Deps, access: Access): (domain: string) => Promise<DnsFacts | SkipReason> {
	const until = Date.now() + readFor;
	let stopped: SkipReason | undefined;
	return async (domain) => {
		if (stopped) return stopped;
		if (Date.now() > until) return { reason: "unread", trouble: { kind: "trouble", trouble: "slow" } };
		// `waiting` gives each call its own deadline of 6 seconds. With one such deadline for all calls together, the reads
		// would end before the `readFor` milliseconds are over.
		const result = await access.client.dns(domain, waiting(deps));
		if (result.kind === "ok") return result.value;
		const trouble = troubleWith(deps, access, result);
		const unread = isUnknown(trouble) ? ({ reason: "not_yours" } as const) : ({ reason: "unread", trouble } as const);
		if (!isAboutDomain(result)) stopped = unread;
		return unread;
	};
}

/**
 * Returns the nameservers and the mode of a domain. If the record of the domain lacks one of them, reads its DNS. If
 * that fails, nameservers in the record are enough.
 */
export async function readServers({
	facts: { nameservers, dnsMode: mode },
	readDns,
}: ListedDomain): Promise<Pick<ReadState, "nameservers" | "mode"> | SkipReason> {
	const told = { nameservers, mode };
	if (nameservers.length > 0 && mode !== null) return told;
	const dns = await readDns();
	return "reason" in dns && nameservers.length > 0 ? told : dns;
}

/** How long the bot waits for answers of the new nameservers while a person waits for a plan. */
const askMs = 1_500;

/**
 * Checks whether the new nameservers of planned changes exist and answer for their domains. For many domains, checks
 * only a sample of the domains. Returns undefined if no change replaces nameservers. Also returns undefined if all new
 * nameservers are the registrar's own. These answer for a domain only after the change.
 */
async function checkPlan(
	deps: Deps,
	account: Account,
	items: readonly { domain: string; change: PlannedChange }[],
): Promise<ServersCheck | undefined> {
	const moves = items.flatMap(({ domain, change }): Move[] => {
		if (change.kind !== "nameservers") return [];
		return [{ domain, nameservers: "nameservers" in change.target ? change.target.nameservers : null }];
	});
	if (moves.length === 0) return undefined;
	const known = await managedAccount(deps, account);
	const own = new Set(known?.ownNameservers);
	const signal = AbortSignal.timeout(askMs);
	const answers = await Promise.all(
		serverQuestions(moves, own).map(async ({ at, domains }) => {
			return { at, domains, states: await nameserverStates(at, domains, deps.dns, signal) };
		}),
	);
	const check = checkOfServers(moves, own, answers);
	return check.servers.total > 0 || check.warnings.length > 0 || check.unlisted ? check : undefined;
}
